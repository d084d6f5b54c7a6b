/** A server process with the api of a bound. Its arguments are the adapter and the bound's name. */
import { Entrypoint } from '@jsonrpc-kit/core';
import { listen, replyToParent } from '../processes/reply-to-parent.js';
import type { Framework } from '../targets/framework.js';
import { serveApi } from '../targets/kit.js';
import { bounds, Gauge } from './bounds.js';

const [adapter, name] = process.argv.slice(2);
const bound = bounds.find((candidate) => candidate.name === name);
if (bound === undefined) throw new RangeError(`Unknown bound "${name}"`);

const gauge = new Gauge();
const ping = new Entrypoint('/ping');
ping.method('ping', {}, () => 'pong');
const serve = await serveApi[adapter as Framework]();
const server = await serve(bound.api(gauge).bindEntrypoint(ping));
replyToParent({ port: await listen(server) }, () => gauge);
