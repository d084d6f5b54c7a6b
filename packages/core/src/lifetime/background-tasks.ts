import type { Logger } from '../flow/logger.js';
import type { MaybePromise } from '../flow/maybe-promise.js';

export type BackgroundTask = () => MaybePromise<unknown>;

/**
 * Work for after the response: `tasks.add(() => notify(account))`.
 *
 * The tasks of an HTTP request run one after another, in the order in which they were added, once
 * its response has been sent, also where the call that added them failed afterwards: add a task
 * after what can fail. One that fails is logged, and the rest still run.
 */
export class BackgroundTasks {
  readonly #queue: BackgroundTask[];
  readonly #bind: (task: BackgroundTask) => BackgroundTask;

  /** @internal */
  constructor(queue: BackgroundTask[], bind: (task: BackgroundTask) => BackgroundTask) {
    this.#queue = queue;
    this.#bind = bind;
  }

  add(task: BackgroundTask): void {
    this.#queue.push(this.#bind(task));
  }
}

/** Runs what was queued, and what the tasks themselves queue meanwhile. */
export async function runBackgroundTasks(queue: BackgroundTask[], logger: Logger): Promise<void> {
  for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
    try {
      await task();
    } catch (err) {
      logger.error({ err }, 'A background task failed');
    }
  }
}
