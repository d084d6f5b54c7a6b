import type { Logger } from '@jsonrpc-kit/core';
import { settlesWithin } from '@jsonrpc-kit/core/internal';
import type { JobRunner } from './job-runner.js';
import type { BossJob, PgBoss } from './pg-boss.js';
import type { Queue } from './queue.js';

/** The parts of a service that a {@link QueueWorker} uses. */
export interface WorkerParts {
  readonly boss: PgBoss;
  readonly runner: JobRunner;
  readonly logger: Logger;
  /** The interval between two polls of an empty queue, in milliseconds. */
  readonly pollInterval: number;
}

/** Fetches the jobs of a queue and runs them, at most `concurrency` at once. */
export class QueueWorker {
  readonly queue: Queue;
  readonly #parts: WorkerParts;
  #running = 0;
  #isStopping = false;
  /** Whether there may be a job that the last fetch has not seen. */
  #isWoken = false;
  #endSleep = (): void => undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(queue: Queue, parts: WorkerParts) {
    this.queue = queue;
    this.#parts = parts;
  }

  start(): void {
    this.#ended = this.#fetchUntilStopped();
  }

  /** Looks for a job at once instead of at the next poll. */
  wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  /** Stops fetching. Resolves when the last jobs have been fetched, but not when they have ended. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.wake();
    return this.#ended;
  }

  async #fetchUntilStopped(): Promise<void> {
    const { concurrency } = this.queue.settings;
    while (!this.#isStopping) {
      this.#isWoken = false;
      const free = concurrency - this.#running;
      if (free > 0 && (await this.#fetch(free))) continue;
      if (this.#isWoken) continue;
      const woken = new Promise<void>((resolve) => {
        this.#endSleep = resolve;
      });
      await settlesWithin(woken, this.#parts.pollInterval);
    }
  }

  /** Fetches jobs and starts them. Returns whether there were any. Never rejects. */
  async #fetch(free: number): Promise<boolean> {
    const { boss, logger } = this.#parts;
    const { name, settings } = this.queue;
    let isFound = false;
    const start = (jobs: readonly BossJob[] | null): void => {
      for (const job of jobs ?? []) {
        isFound = true;
        void this.#run(job);
      }
    };
    // In a batch, jobs with the same order would run at once.
    const batchSize = settings.ordered ? 1 : free;
    const fetching = boss.fetch(name, { batchSize, includeMetadata: true }).then(start);
    try {
      if (await settlesWithin(fetching, settings.lostAfter)) return isFound;
      // Another connection may work. If this one responds later, its jobs still run.
      const err = new Error(`The database did not respond within ${settings.lostAfter} ms`);
      logger.error({ queue: name, err }, 'Job queue failed');
    } catch (err) {
      logger.error({ queue: name, err }, 'Job queue failed');
    }
    return false;
  }

  async #run(job: BossJob): Promise<void> {
    this.#running += 1;
    // From then on, another process may run the job.
    await settlesWithin(this.#parts.runner.run(this.queue, job), this.queue.settings.lostAfter);
    this.#running -= 1;
    this.wake();
  }
}
