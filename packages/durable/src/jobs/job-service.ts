import type { Api } from '@jsonrpc-kit/core';
import type { AdapterApi } from '@jsonrpc-kit/core/adapter';
import { isCreationRace } from '../contention.js';
import type { SqlExecutor } from '../sql-executor.js';
import { DurableMethods } from './durable-methods.js';
import { type JobEvent, JobEvents } from './job-events.js';
import { JobRunner } from './job-runner.js';
import { PgBossStore } from './pg-boss-store.js';
import type { JobStore } from './job-store.js';
import { createEngine, createQueue, type PgBoss, type PgBossModule } from './pg-boss.js';
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
export class JobService {
  readonly store: JobStore;
  readonly #boss: PgBoss;
  readonly #runner: JobRunner;
  readonly #workers: readonly QueueWorker[];

  /**
   * Connects to the database, creates missing tables and queues, and starts the workers.
   *
   * @throws TypeError if a method and its queue don't fit together, or the error of the database
   */
  static async open(options: ServiceOptions): Promise<JobService> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await JobService.#open(options);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isCreationRace(error)) throw error;
      }
    }
  }

  static async #open(options: ServiceOptions): Promise<JobService> {
    const { api, host, database, schema, pollInterval, recoveryInterval, pgBoss } = options;
    const { logger } = api;
    const methods = new DurableMethods(api, host);
    const recoverySeconds = Math.max(1, Math.round(recoveryInterval / 1_000));
    const engine = await createEngine({ db: database, schema, recoverySeconds }, pgBoss);
    const { boss } = engine;
    const events = new JobEvents(options.onEvent, logger);
    const shared = { methods, engine, database, events, logger };
    const runner = new JobRunner({ ...shared, host, isClosing: options.isClosing });
    const workers = Array.from(
      options.work ? methods.queues : [],
      (queue) => new QueueWorker(queue, { boss, runner, logger, pollInterval }),
    );
    const wake = (queue: Queue): void => workers.find((worker) => worker.queue === queue)?.wake();
    const store = new PgBossStore({ ...shared, wake });

    boss.on('error', (err) => {
      if (!runner.isClosed) logger.error({ err }, 'Job queue failed');
    });
    const service = new JobService(store, boss, { runner, workers });
    try {
      await boss.start();
      for (const queue of methods.queues) await createQueue(engine, queue);
      for (const worker of workers) worker.start();
    } catch (error) {
      // Another attempt creates another service, and the timers of this one would remain.
      await service.close().catch((err: unknown) => logger.error({ err }, 'Job queue failed'));
      throw error;
    }
    return service;
  }

  private constructor(
    store: JobStore,
    boss: PgBoss,
    { runner, workers }: { readonly runner: JobRunner; readonly workers: readonly QueueWorker[] },
  ) {
    this.store = store;
    this.#boss = boss;
    this.#runner = runner;
    this.#workers = workers;
  }

  /** Stops fetching jobs. Resolves when the last jobs have been fetched. */
  stopFetching(): Promise<unknown> {
    return Promise.all(this.#workers.map((worker) => worker.stop()));
  }

  /** Returns jobs that still run to their queues, and stops pg-boss. */
  async close(): Promise<void> {
    await this.#runner.close(this.stopFetching(), SETTLE_TIMEOUT);
    await this.#boss.stop({ graceful: false, close: false, timeout: SETTLE_TIMEOUT });
  }
}
