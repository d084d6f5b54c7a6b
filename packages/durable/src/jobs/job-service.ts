import type { Api } from '@jsonrpc-kit/core';
import type { AdapterApi } from '@jsonrpc-kit/core/adapter';
import { isCreationRace } from '../contention.js';
import type { SqlExecutor } from '../sql-executor.js';
import { DurableMethods } from './durable-methods.js';
import { type JobEvent, jobEventReporter } from './job-events.js';
import { JobRunner } from './job-runner.js';
import { PgBossStore } from './pg-boss-store.js';
import type { JobStore } from './job-store.js';
import { createEngine, createQueue, type PgBossModule } from './pg-boss.js';
import type { Queue } from './queue.js';
import { QueueWorker } from './queue-worker.js';

export interface ServiceOptions {
  readonly api: Api;
  readonly host: AdapterApi;
  readonly database: SqlExecutor;
  readonly schema: string;
  readonly pollInterval: number;
  readonly recoveryInterval: number;
  readonly work: boolean;
  readonly onEvent: ((event: JobEvent) => void) | undefined;
  readonly pgBoss: PgBossModule | undefined;
  /** Whether the api is closing, so that no other job may start. */
  readonly isClosing: () => boolean;
}

/** How long `close()` waits until running jobs are settled in the database, in milliseconds. */
const SETTLE_TIMEOUT = 1_000;

/** Enough for ten processes that start at once: each of them may cause one attempt of another to fail. */
const MAX_ATTEMPTS = 10;

/** Stores and runs the jobs of an api. */
export interface JobService {
  readonly store: JobStore;
  /** Stops fetching jobs. Resolves when the last jobs have been fetched. */
  readonly stopFetching: () => Promise<unknown>;
  /** Returns jobs that still run to their queues, and stops pg-boss. */
  readonly close: () => Promise<void>;
}

/**
 * Connects to the database, creates missing tables and queues, and starts the workers.
 *
 * @throws TypeError if a method and its queue don't fit together, or the error of the database
 */
export async function openJobService(options: ServiceOptions): Promise<JobService> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToOpen(options);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isCreationRace(error)) throw error;
    }
  }
}

async function tryToOpen(options: ServiceOptions): Promise<JobService> {
  const { api, host, database, schema, pollInterval, recoveryInterval, pgBoss } = options;
  const { logger } = api;
  const methods = new DurableMethods(api, host);
  const recoverySeconds = Math.max(1, Math.round(recoveryInterval / 1_000));
  const engine = await createEngine({ db: database, schema, recoverySeconds }, pgBoss);
  const { boss } = engine;
  const report = jobEventReporter(options.onEvent, logger);
  const shared = { methods, engine, database, report, logger };
  const runner = new JobRunner({ ...shared, host, isClosing: options.isClosing });
  const workers = Array.from(
    options.work ? methods.queues : [],
    (queue) => new QueueWorker(queue, { boss, runner, logger, pollInterval }),
  );
  const wake = (queue: Queue): void => workers.find((worker) => worker.queue === queue)?.wake();
  const stopFetching = (): Promise<unknown> => Promise.all(workers.map((worker) => worker.stop()));
  const close = async (): Promise<void> => {
    await runner.close(stopFetching(), SETTLE_TIMEOUT);
    await boss.stop({ graceful: false, close: false, timeout: SETTLE_TIMEOUT });
  };

  boss.on('error', (err) => {
    if (!runner.isClosed) logger.error({ err }, 'Job queue failed');
  });
  try {
    await boss.start();
    for (const queue of methods.queues) await createQueue(engine, queue);
    for (const worker of workers) worker.start();
  } catch (error) {
    // Another attempt creates another service, and the timers of this one would remain.
    await close().catch((err: unknown) => logger.error({ err }, 'Job queue failed'));
    throw error;
  }
  return { store: new PgBossStore({ ...shared, wake }), stopFetching, close };
}
