import type { Api } from '@jsonrpc-kit/core';
import type { AdapterApi } from '@jsonrpc-kit/core/adapter';
import { isCreationRace } from '../contention.js';
import type { SqlExecutor } from '../sql-executor.js';
import { DurableMethods } from './durable-methods.js';
import { JobEvents } from './job-events.js';
import { JobRunner } from './job-runner.js';
import { JobStore } from './job-store.js';
import type { JobEvent, Jobs } from './jobs.js';
import { OwnedJobs } from './owned-jobs.js';
import { createEngine, createQueue, type PgBoss, type PgBossModule } from './pg-boss.js';
import { Workers } from './workers.js';

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
  readonly jobs: Jobs;
  readonly #boss: PgBoss;
  readonly #runner: JobRunner;
  readonly #workers: Workers;

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
    const owned = new OwnedJobs();
    const recoverySeconds = Math.max(1, Math.round(recoveryInterval / 1_000));
    const db = owned.executorOf(database);
    const engine = await createEngine({ db, schema, recoverySeconds }, pgBoss);
    const { boss } = engine;
    const events = new JobEvents(options.onEvent, logger);
    const shared = { methods, engine, database, events, logger };
    const runner = new JobRunner({ ...shared, host, owned, isClosing: options.isClosing });
    const workers = new Workers({ boss, runner, logger, pollInterval });
    const store = new JobStore({ ...shared, wake: (queue) => workers.wake(queue) });

    boss.on('error', (err) => {
      if (!runner.isClosed) logger.error({ err }, 'Job queue failed');
    });
    const service = new JobService(store, boss, { runner, workers });
    try {
      await boss.start();
      for (const queue of methods.queues) await createQueue(engine, queue);
      if (options.work) for (const queue of methods.queues) await workers.start(queue);
    } catch (error) {
      // Another attempt creates another service, and the timers of this one would remain.
      await service.close().catch((err: unknown) => logger.error({ err }, 'Job queue failed'));
      throw error;
    }
    return service;
  }

  private constructor(
    jobs: Jobs,
    boss: PgBoss,
    { runner, workers }: { readonly runner: JobRunner; readonly workers: Workers },
  ) {
    this.jobs = jobs;
    this.#boss = boss;
    this.#runner = runner;
    this.#workers = workers;
  }

  /** Stops fetching jobs. */
  stopFetching(): Promise<unknown> {
    return this.#workers.stop();
  }

  /** Returns jobs that still run to their queues, and stops pg-boss. */
  async close(): Promise<void> {
    await this.#runner.close(this.stopFetching(), SETTLE_TIMEOUT);
    await this.#boss.stop({ graceful: false, close: false, timeout: SETTLE_TIMEOUT });
  }
}
