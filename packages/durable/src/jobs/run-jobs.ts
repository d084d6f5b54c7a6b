import { AsyncLocalStorage } from 'node:async_hooks';
import type { Api } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import {
  anything,
  callback,
  checkOptions,
  flag,
  object,
  type OptionKinds,
  positive,
  text,
} from '@jsonrpc-kit/core/internal';
import { databaseExecutor, type JobDatabase } from './job-database.js';
import { type JobService, openJobService } from './job-service.js';
import type { JobEvent } from './job-events.js';
import type { Jobs, JobStore } from './job-store.js';
import type { PgBossModule } from './pg-boss.js';
import { jobStore } from './queue.js';

/** Options of {@link runJobs}. */
export interface RunJobsOptions {
  /**
   * The database of the jobs: a pool of `pg`, a PGlite database, or anything else that executes SQL.
   * `close()` doesn't close it.
   */
  readonly database: JobDatabase;
  /** The schema of the tables, which are created if they don't exist. Default: `'pgboss'`. */
  readonly schema?: string | undefined;
  /** Whether this process runs jobs. If false, it only adds them. Default: true. */
  readonly work?: boolean | undefined;
  /**
   * The interval between two polls of an empty queue, in milliseconds. A job that a notification adds
   * runs at once if this process runs fewer than `concurrency` jobs of the queue. Default: 1,000.
   */
  readonly pollInterval?: number | undefined;
  /** The interval between two searches for lost jobs, in milliseconds, rounded to seconds. Default: 30,000. */
  readonly recoveryInterval?: number | undefined;
  /** Called for each event of a job, for metrics. Its errors are logged. */
  readonly onEvent?: ((event: JobEvent) => void) | undefined;
  /** The module `pg-boss`, to use another copy than the installed one. */
  readonly pgBoss?: PgBossModule | undefined;
}

const KINDS: OptionKinds<RunJobsOptions> = {
  database: { ...object, isRequired: true, advice: () => 'Write database: pool.' },
  schema: text,
  work: flag,
  pollInterval: positive,
  recoveryInterval: positive,
  onEvent: callback,
  pgBoss: anything,
};

/**
 * Stores the durable notifications of an api as jobs, and runs them. Provides the resource `jobStore`. The jobs
 * start when the api is mounted, or with `api.open()` in a process without a server. `api.close()` waits for
 * running jobs, and after its `timeout` returns unfinished ones to their queues.
 *
 * ```ts
 * const jobs = runJobs(api, { database: pool });
 * ```
 *
 * @returns the jobs for code outside of methods, such as the route of a webhook. They reject until the api is open.
 * @throws TypeError or RangeError if an option is invalid, or the api is already mounted
 */
export function runJobs(api: Api, options: RunJobsOptions): Jobs {
  const host = adapterApi(api, 'runJobs()');
  checkOptions('runJobs()', options, KINDS);
  let service: JobService | undefined;
  let isClosing = false;
  // The first call may open the service. Its trace and its context must not continue in the jobs.
  const outsideOfCalls = AsyncLocalStorage.snapshot();
  const open = async (): Promise<JobStore> => {
    service = await outsideOfCalls(() =>
      openJobService({
        api,
        host,
        database: databaseExecutor(options.database),
        schema: options.schema ?? 'pgboss',
        work: options.work ?? true,
        pollInterval: options.pollInterval ?? 1_000,
        recoveryInterval: options.recoveryInterval ?? 30_000,
        onEvent: options.onEvent,
        pgBoss: options.pgBoss,
        isClosing: () => isClosing,
      }),
    );
    return service.store;
  };
  const close = (): Promise<void> | undefined => {
    const closing = service;
    service = undefined;
    return closing?.close();
  };
  api.provide(jobStore, { open, close });
  host.onClosing(() => {
    isClosing = true;
    void service?.stopFetching();
  });
  const openStore = (name: string): JobStore => {
    if (service !== undefined) return service.store;
    throw new Error(`${name}: the api is not open. Call await api.open() before.`);
  };
  return {
    enqueue: async (...job) => openStore('enqueue()').enqueue(...job),
    retryDeadLetters: async (queue) => openStore('retryDeadLetters()').retryDeadLetters(queue),
  };
}
