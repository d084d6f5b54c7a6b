/**
 * Runs CPU-bound functions of methods on worker threads.
 *
 * @module
 */
export type { WorkerPoolOptions } from './pool-options.js';
export type {
  RunOptions,
  Task,
  TaskName,
  WorkerModule,
  WorkerModuleOptions,
} from './worker-module.js';
export { type WorkerCloseOptions, WorkerPool } from './worker-pool.js';
