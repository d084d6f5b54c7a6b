// Processes that are to end by themselves, threads or not; they tell their parent how it goes.
import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { closeOnSignals, jsonRpc } from '@jsonrpc-kit/node';
import { WorkerPool } from '@jsonrpc-kit/worker';

const [, , scenario, timeout] = process.argv;

const pool = new WorkerPool({ maxThreads: 2, minThreads: 1 });
/** @type {import('@jsonrpc-kit/worker').WorkerModule<typeof import('./math.worker.mjs')>} */
const math = pool.module(new URL('./math.worker.mjs', import.meta.url));

if (scenario === 'forgets the pool') {
  tell(await math.run('fibonacci', [20]));
  process.disconnect();
}

if (scenario === 'closes the pool') {
  await math.run('fibonacci', [20]);
  await pool.close();
  tell(liveThreads());
  process.disconnect();
}

if (scenario === 'serves') {
  const memory = new SharedArrayBuffer(12);
  const rpc = new Entrypoint('/rpc');
  rpc.method('derive', { args: { task: math.task('derive') } }, ({ task }) => {
    whenStarted(memory);
    return task(memory, 300_000);
  });
  rpc.method('spin', { args: { task: math.task('spin') } }, ({ task }) => {
    whenStarted(memory);
    return task(memory);
  });
  const api = new Api().bindEntrypoint(rpc);
  pool.closeWith(api);
  const server = createServer(jsonRpc(api));
  closeOnSignals(server, api, {
    timeout: Number(timeout),
    onClosed: () => {
      tell(liveThreads());
      process.disconnect();
    },
  });
  server.listen(0, '127.0.0.1', () => {
    tell(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  });
}

/** @param {unknown} message */
function tell(message) {
  process.send?.(message);
}

/** Tells when a function has begun on its thread. @param {SharedArrayBuffer} memory */
function whenStarted(memory) {
  const timer = setInterval(() => {
    if (Atomics.load(new Int32Array(memory), 0) === 0) return;
    clearInterval(timer);
    tell('started');
  }, 1);
}

function liveThreads() {
  const report = /** @type {{ workers: unknown[] }} */ (
    /** @type {unknown} */ (process.report.getReport())
  );
  return report.workers.length;
}
