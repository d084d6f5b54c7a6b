import { Api, Entrypoint, params } from '@jsonrpc-kit/core';
import * as v from 'valibot';

/** Returns an api with the methods that the conformance audit calls. */
export function targetApi(): Api {
  const entrypoint = new Entrypoint('/rpc', { paramStructure: 'either' });
  const numbers = v.array(v.number());
  entrypoint.method(
    'subtract',
    { args: { minuend: v.number(), subtrahend: v.number() } },
    ({ minuend, subtrahend }) => minuend - subtrahend,
  );
  entrypoint.method('sum', { args: { terms: params(numbers) } }, ({ terms }) =>
    terms.reduce((sum, term) => sum + term, 0),
  );
  entrypoint.method('get_data', {}, () => ['hello', 5]);
  for (const name of ['update', 'notify_hello', 'notify_sum']) {
    entrypoint.method(name, { args: { terms: params(numbers) } }, () => undefined);
  }
  entrypoint.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => all);
  entrypoint.method('throws', { args: { secret: v.string() } }, ({ secret }) => {
    throw new Error(secret);
  });
  entrypoint.method('wait', { args: { milliseconds: v.number() } }, ({ milliseconds }) => {
    return new Promise<number>((resolve) => {
      const timer: unknown = setTimeout(() => resolve(milliseconds), milliseconds);
      // `unref()` exists on Node, where the timer must not keep the process alive.
      if (timer instanceof Object && 'unref' in timer) (timer as NodeJS.Timeout).unref();
    });
  });
  const logger = { error: () => undefined, warn: () => undefined };
  return new Api({ logger }).bindEntrypoint(entrypoint);
}
