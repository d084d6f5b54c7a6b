// Prints the functions of the built core that run for one call, by source file, as JSON.
import inspector from 'node:inspector/promises';
import * as v from 'valibot';
import { adapterApi } from '../dist/adapter.js';
import { Api, Entrypoint } from '../dist/index.js';

const rpc = new Entrypoint('/rpc');
rpc.method('double', { args: { n: v.number() }, result: v.number() }, ({ n }) => 2 * n);
const host = adapterApi(new Api().bindEntrypoint(rpc));
const text = '{"jsonrpc":"2.0","id":1,"method":"double","params":{"n":21}}';

const session = new inspector.Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const { body } = await host.handle({
  verb: 'POST',
  path: '/rpc',
  header: (name) => (name === 'content-type' ? 'application/json' : undefined),
  readBody: () => ({ kind: 'text', text }),
  signal: new AbortController().signal,
  native: undefined,
});
const { result } = await session.post('Profiler.takePreciseCoverage');

const dist = new URL('../dist/', import.meta.url).href;
const files = result
  .filter(({ url }) => url.startsWith(dist))
  .map(({ url, functions }) => [
    url.slice(dist.length).replace(/\.js$/, '.ts'),
    functions.filter(({ ranges }) => ranges[0].count > 0).map(({ functionName }) => functionName),
  ]);
console.log(JSON.stringify({ body, files: Object.fromEntries(files) }));
