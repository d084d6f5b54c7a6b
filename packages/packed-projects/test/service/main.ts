import { servers } from '../every-package/servers.js';
import { tour } from './tour.js';

const report: Record<string, unknown> = {};
for (const [name, start] of Object.entries(servers)) report[name] = await tour(start);
console.log(JSON.stringify(report));
