import type { Logger } from '../flow/logger.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import type { TaskList } from './task-list.js';

/** Work for after the response. What it returns is awaited and ignored. */
export type BackgroundTask = () => MaybePromise<unknown>;

/**
 * Work for after the response: `tasks.add(() => notify(account))`.
 *
 * The tasks of an HTTP request run one after another, in the order in which they were added, once
 * its response has been sent, also where the call that added them failed afterwards: add a task
 * after what can fail. One that fails is logged, and the rest still run. Tasks live in memory: what
 * must survive the process belongs into a database.
 */
export interface BackgroundTasks {
  /**
   * Adds a task behind the others; a running task may add more. A task that is added after those of
   * its HTTP request have ended is dropped and logged.
   *
   * @throws TypeError where the task isn't a function
   */
  add(task: BackgroundTask): void;
}

/** The tasks of one call, in the list of its HTTP request. */
export class CallBackgroundTasks implements BackgroundTasks {
  readonly #list: TaskList;
  readonly #around: AroundTask;
  readonly #logger: Logger;

  constructor(list: TaskList, around: AroundTask, logger: Logger) {
    this.#list = list;
    this.#around = around;
    this.#logger = logger;
  }

  add(task: BackgroundTask): void {
    if (typeof task !== 'function') {
      throw new TypeError(
        'backgroundTasks.add() takes a function; write add(() => notify(account))',
      );
    }
    if (this.#list.add(() => this.#around(() => this.#run(task)))) return;
    this.#logger.warn({}, 'Background task dropped: its HTTP request has ended');
  }

  async #run(task: BackgroundTask): Promise<void> {
    if (this.#list.isAborted) {
      this.#logger.warn({}, 'Background task dropped: the shutdown is forced');
      return;
    }
    try {
      await task();
    } catch (err) {
      this.#logger.error({ err }, 'A background task failed');
    }
  }
}

type AroundTask = (run: () => MaybePromise<void>) => MaybePromise<void>;
