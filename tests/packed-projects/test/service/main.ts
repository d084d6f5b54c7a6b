import { servers } from '../every-package/servers.js';
import { serveAndCall } from './serve-and-call.js';

const report: Record<string, unknown> = {};
for (const [name, start] of Object.entries(servers)) report[name] = await serveAndCall(start);
console.log(JSON.stringify(report));
