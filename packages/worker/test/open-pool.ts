import { onTestFinished } from 'vitest';
import { type WorkerPoolOptions, WorkerPool } from '../src/index.js';
import type * as environmentWorker from './environment.worker.mjs';
import type * as mathWorker from './math.worker.mjs';
import { MemoryLogger } from './memory-logger.js';

/** Creates a pool for one test, with the modules of the tests. `log` has its log entries. */
export function openPool(options: WorkerPoolOptions = {}) {
  const logger = new MemoryLogger();
  const pool = new WorkerPool({ maxThreads: 1, logger, ...options });
  onTestFinished(() => pool.close({ timeout: 0 }));
  const math = pool.module<typeof mathWorker>(new URL('./math.worker.mjs', import.meta.url));
  const environment = pool.module<typeof environmentWorker>(
    new URL('./environment.worker.mjs', import.meta.url),
  );
  return { pool, math, environment, log: logger.entries };
}

/** The number of worker threads of this process. */
export function liveThreads(): number {
  const report = process.report.getReport() as unknown as { readonly workers: readonly unknown[] };
  return report.workers.length;
}
