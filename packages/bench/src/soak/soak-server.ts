/**
 * The server under load, a process of its own so that its heap is only its own: the bank and the
 * soak's methods behind Hono. It tells its parent how it is.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serve } from '@hono/node-server';
import { createBank } from '@jsonrpc-kit/example-bank';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';
import { type OpenCounts, soakEntrypoint } from './soak-entrypoint.js';

/** How the server is, after a garbage collection. */
export interface Vitals extends OpenCounts {
  readonly heapMegabytes: number;
  readonly eventLoopP99Milliseconds: number;
  readonly unhandledRejections: number;
  readonly loggedErrors: number;
}

export type ServerMessage =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'vitals'; readonly vitals: Vitals };

const counts: OpenCounts = { opened: 0, closed: 0, tasksAdded: 0, tasksRun: 0 };
let unhandledRejections = 0;
let loggedErrors = 0;
process.on('unhandledRejection', (error) => {
  unhandledRejections += 1;
  console.error('UNHANDLED', error);
});

const ignore = (): void => undefined;
const count = (): void => {
  loggedErrors += 1;
};
const bank = await createBank({
  database: { folder: process.env['BANK_DATA'] },
  logger: { info: ignore, warn: count, error: count },
});
bank.api.bindEntrypoint(soakEntrypoint(counts));
const app = new Hono().route('/', jsonRpc(bank.api));

const tell = (message: ServerMessage): void => {
  process.send?.(message);
};
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  tell({ kind: 'listening', port });
});

process.on('message', () => {
  // Twice: what a finalizer lets go of is collected by the next one.
  globalThis.gc?.();
  globalThis.gc?.();
  tell({
    kind: 'vitals',
    vitals: {
      ...counts,
      heapMegabytes: process.memoryUsage().heapUsed / 1024 / 1024,
      eventLoopP99Milliseconds: delay.percentile(99) / 1e6,
      unhandledRejections,
      loggedErrors,
    },
  });
  delay.reset();
});

process.once('SIGTERM', () => {
  void shutDown();
});

async function shutDown(): Promise<void> {
  await bank.close({ timeout: 10_000 });
  const stopped = new Promise((resolve) => {
    server.close(resolve);
  });
  if ('closeIdleConnections' in server) server.closeIdleConnections();
  await stopped;
  process.disconnect();
}
