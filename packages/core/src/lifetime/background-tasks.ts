import type { Logger } from '../flow/logger.js';
import type { MaybePromise } from '../flow/maybe-promise.js';

/** Work for after the response. What it gives is awaited, and not looked at. */
export type BackgroundTask = () => MaybePromise<unknown>;

/**
 * Work for after the response: `tasks.add(() => notify(account))`.
 *
 * The tasks of an HTTP request run one after another, in the order in which they were added, once
 * its response has been sent, also where the call that added them failed afterwards: add a task
 * after what can fail. One that fails is logged, and the rest still run.
 */
export class BackgroundTasks {
  readonly #queue: QueuedTask[];
  readonly #around: AroundTask;
  readonly #logger: Logger;

  /** @internal */
  constructor(queue: QueuedTask[], around: AroundTask, logger: Logger) {
    this.#queue = queue;
    this.#around = around;
    this.#logger = logger;
  }

  /** Puts a task at the end. One that a task adds runs too. */
  add(task: BackgroundTask): void {
    this.#queue.push(() => this.#around(() => this.#run(task)));
  }

  async #run(task: BackgroundTask): Promise<void> {
    try {
      await task();
    } catch (err) {
      this.#logger.error({ err }, 'A background task failed');
    }
  }
}

/** A task on its queue: it is part of its call's flow, and its failure is logged there. */
export type QueuedTask = () => MaybePromise<void>;

type AroundTask = (run: QueuedTask) => MaybePromise<void>;

/** Runs what was queued, and what the tasks themselves queue meanwhile. */
export async function runBackgroundTasks(queue: QueuedTask[]): Promise<void> {
  for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task();
}
