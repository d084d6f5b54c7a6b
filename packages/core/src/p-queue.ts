/**
 * A scheduler on [p-queue](https://github.com/sindresorhus/p-queue), with intervals, priorities and
 * pauses. Install `p-queue` to use it.
 *
 * @module
 */
export {
  pQueueScheduler,
  type PQueueScheduler,
  type PQueueSchedulerOptions,
} from './scheduling/p-queue-scheduler.js';
