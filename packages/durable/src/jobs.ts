/**
 * Notifications that survive the process. If a method has the option `durable`, {@link runJobs} stores its
 * notifications as jobs in a {@link queue}, and runs them.
 *
 * @module
 */
export type { JobDatabase, PgliteDatabase } from './jobs/job-database.js';
export type { RunningJob } from './jobs/job-request.js';
export type { DeadLetterSource, EnqueueOptions, JobEvent, Jobs, ParamsOf } from './jobs/jobs.js';
export type { PgBossModule } from './jobs/pg-boss.js';
export { jobs, queue, type Queue, type QueueOptions, type QueueSettings } from './jobs/queue.js';
export { runJobs, type RunJobsOptions } from './jobs/run-jobs.js';
