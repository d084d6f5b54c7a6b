// Processes that must exit on their own. They send messages about their progress to their parent.
import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';
import { WorkerPool } from '@jsonrpc-kit/worker';

const [, , scenario, timeout] = process.argv;

const pool = new WorkerPool({ maxThreads: 2, minThreads: 1 });
/** @type {import('@jsonrpc-kit/worker').WorkerModule<typeof import('./math.worker.mjs')>} */
const math = pool.module(new URL('./math.worker.mjs', import.meta.url));

if (scenario === 'leaves the pool open') {
  send(await math.run('fibonacci', [20]));
  process.disconnect();
}

if (scenario === 'closes the pool') {
  await math.run('fibonacci', [20]);
  await pool.close();
  send(liveThreads());
  process.disconnect();
}

if (scenario === 'serves') {
  const memory = new SharedArrayBuffer(12);
  const rpc = new Entrypoint('/rpc');
  rpc.method('derive', { args: { task: math.task('derive') } }, ({ task }) => {
    sendWhenStarted(memory);
    return task(memory, 300_000);
  });
  rpc.method('spin', { args: { task: math.task('spin') } }, ({ task }) => {
    sendWhenStarted(memory);
    return task(memory);
  });
  const api = new Api().bindEntrypoint(rpc);
  pool.closeWith(api);
  const server = createServer(jsonRpc(api));
  closeOnSignals(server, api, {
    timeout: Number(timeout),
    onClosed: () => {
      send(liveThreads());
      process.disconnect();
    },
  });
  server.listen(0, '127.0.0.1', () => {
    send(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  });
}

/** @param {unknown} message */
function send(message) {
  process.send?.(message);
}

/** Sends a message when a function has started on its thread. @param {SharedArrayBuffer} memory */
function sendWhenStarted(memory) {
  const timer = setInterval(() => {
    if (Atomics.load(new Int32Array(memory), 0) === 0) return;
    clearInterval(timer);
    send('started');
  }, 1);
}

function liveThreads() {
  const report = /** @type {{ workers: unknown[] }} */ (
    /** @type {unknown} */ (process.report.getReport())
  );
  return report.workers.length;
}
