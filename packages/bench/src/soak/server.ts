/** The server under load: the bank and the soak's methods behind Hono, also over WebSocket. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createBank } from '@jsonrpc-kit/example-bank';
import { acceptWebSockets } from '@jsonrpc-kit/hono/websocket';
import { listen, replyToParent } from '../processes/reply-to-parent.js';
import { serveApi } from '../targets/kit.js';
import type { SoakCounter } from './dependencies.js';
import { soakEntrypoint } from './methods.js';

/** The state of the server after a garbage collection. */
export interface Vitals extends SoakCounter {
  readonly heapMegabytes: number;
  readonly eventLoopP99: number;
  readonly unhandledRejections: number;
  /** The number of handles that keep the process alive, by their kind, such as sockets and timers. */
  readonly handles: Readonly<Record<string, number>>;
}

const counter: SoakCounter = { opened: {}, closed: {}, tasksAdded: 0, tasksRun: 0 };
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
acceptWebSockets(server, bank.api);
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

replyToParent({ port: await listen(server) }, (): Vitals => {
  // The second collection frees the objects that finalizers have released.
  globalThis.gc?.();
  globalThis.gc?.();
  const eventLoopP99 = delay.percentile(99) / 1e6;
  delay.reset();
  const heapMegabytes = process.memoryUsage().heapUsed / 1024 / 1024;
  const handles: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  return { ...counter, heapMegabytes, eventLoopP99, unhandledRejections, handles };
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
