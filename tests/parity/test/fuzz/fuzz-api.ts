import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { Api, defineError, Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';

export const MAX_BODY_BYTES = 20_000;
export const MAX_BATCH_SIZE = 20;

/** The message of an error that a handler throws. No response may contain it. */
export const SECRET = 'hunter2';

class Rejected extends defineError({
  code: 7001,
  message: 'Rejected',
  data: v.object({ reason: v.string() }),
}) {}

const silent = { error: () => undefined, warn: () => undefined };

/** The api that the fuzz run calls. `reference-model.ts` describes the same methods. */
export function fuzzApi(): Api {
  const rpc = new Entrypoint('/rpc', {
    limits: { maxBodyBytes: MAX_BODY_BYTES, maxBatchSize: MAX_BATCH_SIZE },
    errors: [Rejected, ...Entrypoint.defaultErrors],
  });
  const integer = v.pipe(v.number(), v.safeInteger());
  rpc.method('echo', { args: { text: v.string() } }, ({ text }) => text);
  const present = v.custom((value) => value !== undefined);
  rpc.method('any', { args: { value: present } }, ({ value }) => value);
  rpc.method('sum', { args: { a: integer, b: integer } }, ({ a, b }) => a + b);
  rpc.method('later', { args: { text: v.string() } }, async ({ text }) => {
    await nextEventLoopTurn();
    return text;
  });
  rpc.method('reject', { args: { text: v.string() } }, () => {
    throw new Rejected({ reason: 'no' });
  });
  rpc.method('fail', { args: { text: v.string() } }, () => {
    throw new Error(SECRET);
  });
  return new Api({ logger: silent }).bindEntrypoint(rpc);
}
