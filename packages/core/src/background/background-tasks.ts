import type { Logger } from '../logging/logger.js';
import type { MaybePromise } from '../async/maybe-promise.js';
import PQueue from 'p-queue';

/** Work for after the response. Its return value is awaited and ignored. */
export type BackgroundTask = () => MaybePromise<unknown>;

/**
 * Collects work for after the response: `tasks.add(() => notify(account))`.
 *
 * The tasks of an HTTP request run one after another, in the order of their addition, once its response
 * was sent. They also run if the call that added them fails afterwards, so add a task after the steps
 * that can fail. A task that fails is logged, and the rest still run. Tasks live in memory: keep work
 * that must survive the process in a database.
 */
export interface BackgroundTasks {
  /**
   * Adds a task; a running task may add more. A task that is added after those of its HTTP request have
   * ended is dropped, which is logged.
   *
   * @throws TypeError if the task isn't a function
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
        'backgroundTasks.add() needs a function. Write add(() => notify(account)).',
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
      this.#logger.error({ err }, 'Background task failed');
    }
  }
}

type AroundTask = (run: () => MaybePromise<void>) => MaybePromise<void>;

/** The background tasks of one HTTP request, or of one notification, in their order. */
export class TaskList {
  readonly #queue: BackgroundQueue;
  readonly #tasks: (() => MaybePromise<void>)[] = [];
  #hasEnded = false;

  constructor(queue: BackgroundQueue) {
    this.#queue = queue;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Whether the shutdown is forced, so that tasks that haven't begun are dropped. */
  get isAborted(): boolean {
    return this.#queue.isAborted;
  }

  /** Returns whether the task will run: not if the others have already ended. */
  add(task: () => MaybePromise<void>): boolean {
    if (this.#hasEnded) return false;
    this.#tasks.push(task);
    this.#queue.waiting += 1;
    return true;
  }

  /** Runs the tasks one after another as soon as the entrypoint's queue has room. */
  async run(): Promise<void> {
    if (!this.isEmpty) await this.#queue.run(() => this.#runAll());
    this.close();
  }

  /** From now on no task is added. */
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

/** How many background tasks of an entrypoint run and wait. */
export interface BackgroundQueueOptions {
  readonly concurrency: number;
  readonly maxPending: number;
}

/** Runs the background tasks of an entrypoint, those of each HTTP request in their order. */
export class BackgroundQueue {
  readonly #options: BackgroundQueueOptions;
  readonly #shutdown: { readonly isAborted: boolean };
  #queue: PQueue | undefined;
  /** Tasks that were added and haven't begun; kept by the task lists. */
  waiting = 0;

  /** @param shutdown says whether the shutdown is forced */
  constructor(options: BackgroundQueueOptions, shutdown: { readonly isAborted: boolean }) {
    this.#options = options;
    this.#shutdown = shutdown;
  }

  get isAborted(): boolean {
    return this.#shutdown.isAborted;
  }

  /** Whether so many tasks wait that new calls are rejected. */
  get isFull(): boolean {
    return this.waiting >= this.#options.maxPending;
  }

  run(job: () => Promise<void>): Promise<void> {
    this.#queue ??= new PQueue({ concurrency: this.#options.concurrency });
    return this.#queue.add(job);
  }
}
