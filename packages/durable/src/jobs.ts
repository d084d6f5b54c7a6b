/**
 * Notifications that survive the process. If a method has the option `notifications: { queue }`, {@link runJobs}
 * stores its notifications as jobs in a {@link queue}, and runs them.
 *
 * @module
 */
export type { JobEvent } from './jobs/job-events.js';
export type { JobDatabase } from './jobs/job-database.js';
export { JobCarrier } from './jobs/job-carrier.js';
export type { EnqueueOptions, Jobs, JobStore } from './jobs/job-store.js';
export { jobStore, queue, type Queue, type QueueOptions } from './jobs/queue.js';
export { runJobs, type RunJobsOptions } from './jobs/run-jobs.js';
