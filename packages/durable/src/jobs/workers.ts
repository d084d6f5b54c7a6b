import type { Logger } from '@jsonrpc-kit/core';
import type { JobRunner } from './job-runner.js';
import type { PgBoss } from './pg-boss.js';
import type { Queue } from './queue.js';

/** The parts of a service that {@link Workers} use. */
export interface WorkersParts {
  readonly boss: PgBoss;
  readonly runner: JobRunner;
  readonly logger: Logger;
  /** The interval between two polls of an empty queue, in milliseconds. */
  readonly pollInterval: number;
}

/** The workers of this process, as many for each queue as its concurrency. A worker runs one job at a time. */
export class Workers {
  readonly #parts: WorkersParts;
  /** The ids of the workers without a job, by queue. */
  readonly #idle = new Map<string, Set<string>>();
  #stopped: Promise<unknown> | undefined;

  constructor(parts: WorkersParts) {
    this.#parts = parts;
  }

  async start(queue: Queue): Promise<void> {
    const { boss, runner, pollInterval } = this.#parts;
    const idle = new Set<string>();
    this.#idle.set(queue.name, idle);
    const options = {
      batchSize: 1,
      includeMetadata: true,
      pollingIntervalSeconds: Math.max(0.5, pollInterval / 1_000),
    } as const;
    for (let worker = 0; worker < queue.settings.concurrency; worker += 1) {
      let id: string | undefined;
      id = await boss.work(queue.name, options, async ([job]) => {
        if (job === undefined) return;
        if (id !== undefined) idle.delete(id);
        await runner.run(queue, job);
        if (id === undefined || runner.isClosed) return;
        idle.add(id);
        // Looks for the next job at once instead of at the next poll.
        boss.notifyWorker(id);
      });
      idle.add(id);
    }
  }

  /** Lets an idle worker look for a job of the queue at once. */
  wake({ name }: Queue): void {
    const idle = this.#idle.get(name);
    const [id] = idle ?? [];
    if (idle === undefined || id === undefined) return;
    // Moves to the end, so that the next job wakes another worker.
    idle.delete(id);
    idle.add(id);
    this.#parts.boss.notifyWorker(id);
  }

  /** Stops fetching jobs. With pg-boss 12, resolves when the last fetched jobs have ended. */
  stop(): Promise<unknown> {
    const { boss, logger } = this.#parts;
    const stop = (name: string): Promise<void> =>
      boss.offWork(name).catch((err: unknown) => logger.error({ err }, 'Job queue failed'));
    return (this.#stopped ??= Promise.all(Array.from(this.#idle.keys(), stop)));
  }
}
