import { addInstrumentation, Api, defineError, Entrypoint, header } from '@jsonrpc-kit/core';
import { getJsonRpcMethod, getJsonRpcRequestId } from '@jsonrpc-kit/core/context';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { otelInstrumentation } from '@jsonrpc-kit/tracker/otel';
import { WorkerPool } from '@jsonrpc-kit/worker';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import type * as fibonacciWorker from './fibonacci.worker.js';

export class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

addInstrumentation(otelInstrumentation());

const pool = new WorkerPool({ maxThreads: 1 });
const worker = pool.module<typeof fibonacciWorker>(
  new URL('./fibonacci.worker.js', pathToFileURL(process.argv[1] ?? '')),
);

const entrypoint = new Entrypoint('/bank');

export const withdraw = entrypoint.method(
  'withdraw',
  {
    args: { amount: v.number(), user: header(v.optional(v.string(), 'anonymous')) },
    result: v.object({ balance: v.number(), user: v.string() }),
    errors: [NotEnoughMoney],
  },
  ({ amount, user }) => {
    if (amount > 100) throw new NotEnoughMoney({ balance: 100 });
    return { balance: 100 - amount, user };
  },
);

export const current = entrypoint.method('current', {}, async () => {
  await Promise.resolve();
  return [getJsonRpcMethod() ?? null, getJsonRpcRequestId() ?? null];
});

export const fibonacci = entrypoint.method(
  'fibonacci',
  { args: { n: v.number(), compute: worker.task('fibonacci') }, result: v.number() },
  ({ n, compute }) => compute(n),
);

// The audit causes errors, and the program must print the report only.
const logger = { error: () => undefined, warn: () => undefined };

/** Creates an api that uses every server package. */
export function createApi(): Api {
  const api = new Api({ title: 'Bank', version: '1.0.0', logger }).bindEntrypoint(entrypoint);
  serveSchemas(api);
  return api;
}

export async function closePool(): Promise<void> {
  await pool.close();
}
