/**
 * A server process with the api of one bound behind one adapter. It reports its gauge to its parent
 * and exits when the parent disconnects.
 */
import type { AddressInfo } from 'node:net';
import { Entrypoint } from '@jsonrpc-kit/core';
import type { Framework } from '../contestants/contestant.js';
import { serveApi } from '../contestants/kit.js';
import { bounds } from './bounds.js';
import { Gauge } from './gauge.js';

const [adapter, name] = process.argv.slice(2);
const bound = bounds.find((candidate) => candidate.name === name);
if (bound === undefined) throw new Error(`There is no bound ${String(name)}`);

const gauge = new Gauge();
const ping = new Entrypoint('/ping');
ping.method('ping', {}, () => 'pong');
// The parent passes one of the names in the list of frameworks.
const serve = await serveApi[adapter as Framework]();
const server = await serve(bound.api(gauge).bindEntrypoint(ping));

process.on('message', () => process.send?.({ running: gauge.running, peak: gauge.peak }));
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
