import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Api, Entrypoint, signal } from '@jsonrpc-kit/core';
import { serveHealth } from '@jsonrpc-kit/core/health';
import { serveSchemas } from '@jsonrpc-kit/schema';
import * as v from 'valibot';

const bank = new Entrypoint('/api', { timeout: 8_000 });

/** Returns the process that served the call, after a while. */
bank.method(
  'work',
  { args: { milliseconds: v.pipe(v.number(), v.maxValue(5_000)) }, result: v.number() },
  async ({ milliseconds }) => {
    await setTimeout(milliseconds);
    return process.pid;
  },
);

/** Sends the process that serves the stream, and then nothing until the client leaves. */
bank.subscription('server', { args: { signal }, event: v.number() }, async function* (args) {
  yield process.pid;
  if (!args.signal.aborted) await once(args.signal, 'abort');
});

export const api = new Api({ title: 'Bank', version: '1.0.0' }).bindEntrypoint(bank);
serveSchemas(api);
serveHealth(api);
