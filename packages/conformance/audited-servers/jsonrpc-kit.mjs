import { createServer } from 'node:http';
import { Api, Entrypoint, params } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import * as v from 'valibot';
import { methods } from './methods.mjs';

const { sum, get_data, update, echo, throws, wait } = methods(undefined);
const rpc = new Entrypoint('/', { paramStructure: 'either' });
const terms = params(v.array(v.number()));

rpc.method(
  'subtract',
  { args: { minuend: v.number(), subtrahend: v.number() } },
  ({ minuend, subtrahend }) => minuend - subtrahend,
);
rpc.method('sum', { args: { terms } }, (args) => sum(args.terms));
rpc.method('get_data', {}, get_data);
for (const name of ['update', 'notify_hello', 'notify_sum']) {
  rpc.method(name, { args: { terms } }, update);
}
rpc.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => echo(all));
rpc.method('throws', { args: { secret: v.string() } }, throws);
rpc.method('wait', { args: { milliseconds: v.number() } }, wait);

// Some methods fail on purpose.
const logger = { error: () => undefined, warn: () => undefined };
const api = new Api({ logger }).bindEntrypoint(rpc);
createServer(jsonRpc(api)).listen(8000, '127.0.0.1');
