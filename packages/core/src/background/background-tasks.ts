import type { Logger } from '../logging/logger.js';
import type { MaybePromise } from '../async/maybe-promise.js';
import { CountingScheduler, type SchedulerOptions } from '../scheduling/scheduler.js';

/**
 * Work to do after the response has been sent. A returned promise is awaited, and its value ignored.
 */
export type BackgroundTask = () => MaybePromise<unknown>;

/**
 * Collects work to do after the response has been sent: `tasks.add(() => notify(account))`.
 *
 * The tasks of an HTTP request run one after another, in the order in which they were added. They also
 * run if the call that added them fails afterwards, so add a task after the steps that can fail. If a
 * task fails, the error is logged, and the remaining tasks still run. Tasks are kept in memory: store
 * work that must survive the process in a database.
 */
export interface BackgroundTasks {
  /**
   * Adds a task. A running task may add more. A task that is added after all tasks of the HTTP request
   * have ended is dropped with a warning in the log.
   *
   * @throws TypeError if the task isn't a function
   */
  add(task: BackgroundTask): void;
}

/**
 * Creates the tasks of one call, which are added to the list of its HTTP request.
 *
 * @param logger receives the failures of the tasks
 * @param withHooks runs a task inside the hooks of the instrumentation
 */
export function createBackgroundTasks(
  list: TaskList,
  logger: Logger,
  withHooks: (run: () => Promise<void>) => MaybePromise<void> = (run) => run(),
): BackgroundTasks {
  const run = async (task: BackgroundTask): Promise<void> => {
    if (list.isAborted) {
      logger.warn({}, 'Background task dropped: the shutdown is forced');
      return;
    }
    try {
      await task();
    } catch (err) {
      logger.error({ err }, 'Background task failed');
    }
  };
  return {
    add: (task) => {
      if (typeof task !== 'function') {
        throw new TypeError(
          'backgroundTasks.add() needs a function. Write add(() => notify(account)).',
        );
      }
      if (list.add(() => withHooks(() => run(task)))) return;
      logger.warn({}, 'Background task dropped: its HTTP request has ended');
    },
  };
}

/** The background tasks of one message, of one notification, or of one connection, in their order. */
export class TaskList {
  readonly #queue: BackgroundQueue;
  readonly #tasks: (() => MaybePromise<void>)[] = [];
  #isCounted: boolean;
  #hasEnded = false;

  /**
   * @param isCounted whether the tasks count as waiting before {@link run} is called. Those of a connection
   *   don't, because they would use up the room of other tasks for hours.
   */
  constructor(queue: BackgroundQueue, options: { readonly isCounted?: boolean } = {}) {
    this.#queue = queue;
    this.#isCounted = options.isCounted ?? true;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Whether the shutdown is forced. Tasks that haven't started are then dropped. */
  get isAborted(): boolean {
    return this.#queue.shutdown.isAborted;
  }

  /** Returns whether the task was added. It isn't if the list is closed. */
  add(task: () => MaybePromise<void>): boolean {
    if (this.#hasEnded) return false;
    this.#tasks.push(task);
    if (this.#isCounted) this.#queue.waiting += 1;
    return true;
  }

  /** Runs the tasks one after another as soon as the entrypoint's queue has room. */
  async run(): Promise<void> {
    if (!this.#isCounted) this.#queue.waiting += this.#tasks.length;
    this.#isCounted = true;
    if (!this.isEmpty) await this.#queue.scheduler.add(() => this.#runAll());
    this.close();
  }

  /** Rejects further tasks. */
  close(): void {
    this.#hasEnded = true;
  }

  async #runAll(): Promise<void> {
    for (let task = this.#tasks.shift(); task !== undefined; task = this.#tasks.shift()) {
      this.#queue.waiting -= 1;
      await task();
    }
    this.close();
  }
}

/** Runs the background tasks of an entrypoint. The tasks of one HTTP request run in order. */
export class BackgroundQueue {
  /** If so many tasks wait, new calls are rejected. */
  readonly maxWaiting: number;
  /** `isAborted` becomes true when the shutdown is forced. */
  readonly shutdown: { readonly isAborted: boolean };
  readonly scheduler: CountingScheduler;
  /** The number of tasks that haven't started. The task lists update it. */
  waiting = 0;

  constructor(
    { concurrency, maxWaiting }: SchedulerOptions,
    shutdown: BackgroundQueue['shutdown'],
  ) {
    this.maxWaiting = maxWaiting;
    this.shutdown = shutdown;
    this.scheduler = new CountingScheduler({ concurrency });
  }
}
