import { Api, Entrypoint, params } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import * as v from 'valibot';
import { httpPeer, type Peer } from './peer.js';

export const kitPeer: Peer = httpPeer('@jsonrpc-kit/core', 'behind `@jsonrpc-kit/node`', () => {
  const rpc = new Entrypoint('/', { paramStructure: 'either' });
  const numbers = v.array(v.number());
  rpc.method(
    'subtract',
    { args: { minuend: v.number(), subtrahend: v.number() } },
    ({ minuend, subtrahend }) => minuend - subtrahend,
  );
  rpc.method('sum', { args: { terms: params(numbers) } }, ({ terms }) =>
    terms.reduce((sum, term) => sum + term, 0),
  );
  rpc.method('get_data', {}, () => ['hello', 5]);
  for (const name of ['update', 'notify_hello', 'notify_sum']) {
    rpc.method(name, { args: { terms: params(numbers) } }, () => undefined);
  }
  rpc.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => all);
  rpc.method('throws', { args: { secret: v.string() } }, ({ secret }) => {
    throw new Error(secret);
  });
  rpc.method('wait', { args: { milliseconds: v.number() } }, ({ milliseconds }) => {
    return new Promise<number>((resolve) => {
      setTimeout(() => resolve(milliseconds), milliseconds);
    });
  });
  // The audit makes methods fail on purpose.
  const logger = { error: () => undefined, warn: () => undefined };
  return jsonRpc(new Api({ logger }).bindEntrypoint(rpc));
});
