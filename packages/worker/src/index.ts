/**
 * Methods whose computing runs on worker threads, beside the event loop.
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
