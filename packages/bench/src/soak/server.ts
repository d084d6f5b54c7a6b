/** The server under load: the bank and the soak's methods behind Hono. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createBank } from '@jsonrpc-kit/example-bank';
import { listen, replyToParent } from '../processes/reply-to-parent.js';
import { serveApi } from '../targets/kit.js';
import { type SoakCounter, soakEntrypoint } from './methods.js';

/** The state of the server after a garbage collection. */
export interface Vitals extends SoakCounter {
  readonly heapMegabytes: number;
  readonly eventLoopP99: number;
  readonly unhandledRejections: number;
}

const counter: SoakCounter = { opened: 0, closed: 0, tasksAdded: 0, tasksRun: 0 };
let unhandledRejections = 0;
process.on('unhandledRejection', (error) => {
  unhandledRejections += 1;
  console.error('Unhandled rejection', error);
});

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const bank = await createBank({
  database: { folder: process.env['BANK_DATA'] },
  logger: silent,
});
bank.api.bindEntrypoint(soakEntrypoint(counter));
const serve = await serveApi.hono();
const server: Server = await serve(bank.api);
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

replyToParent({ port: await listen(server) }, (): Vitals => {
  // The second collection frees the objects that finalizers have released.
  globalThis.gc?.();
  globalThis.gc?.();
  const eventLoopP99 = delay.percentile(99) / 1e6;
  delay.reset();
  const heapMegabytes = process.memoryUsage().heapUsed / 1024 / 1024;
  return { ...counter, heapMegabytes, eventLoopP99, unhandledRejections };
});

process.once('SIGTERM', () => void shutDown());

async function shutDown(): Promise<void> {
  await bank.close({ timeout: 10_000 });
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  await closed;
  process.disconnect();
}
