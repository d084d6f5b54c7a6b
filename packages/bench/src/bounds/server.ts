/** A server process with the api of a bound. Its arguments are the adapter and the bound's name. */
import type { Server } from 'node:http';
import { Entrypoint } from '@jsonrpc-kit/core';
import { closeOnSignals as closeAppOnSignals, jsonRpc } from '@jsonrpc-kit/fastify';
import { closeOnSignals } from '@jsonrpc-kit/node';
import { fastify } from 'fastify';
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
const api = bound.api(gauge).bindEntrypoint(ping);
const { shutdownTimeout: timeout } = bound;
let server: Server;
if (adapter === 'fastify' && timeout !== undefined) {
  const app = fastify();
  await app.register(jsonRpc, { api, close: { timeout } });
  await app.ready();
  closeAppOnSignals(app);
  ({ server } = app);
} else {
  const serve = await serveApi[adapter as Framework]();
  server = await serve(api);
  if (timeout !== undefined) closeOnSignals(server, api, { timeout });
}
replyToParent({ port: await listen(server) }, () => gauge);
