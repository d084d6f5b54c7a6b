import { type Api, LimitExceeded, type Logger } from '@jsonrpc-kit/core';
import {
  checkOptions,
  FairQueue,
  type OptionKinds,
  settlesWithin,
  waitTime,
} from '@jsonrpc-kit/core/adapter';
import { findModuleFile } from './module-file.js';
import {
  type ResolvedPoolOptions,
  resolvePoolOptions,
  type WorkerPoolOptions,
} from './pool-options.js';
import { PoolTask } from './pool-task.js';
import type { TaskOutcome } from './thread/run-task.js';
import { Threads } from './threads.js';
import { type Submission, WorkerModule, type WorkerModuleOptions } from './worker-module.js';

/** Options of {@link WorkerPool.close}. */
export interface WorkerCloseOptions {
  /**
   * Milliseconds that running and waiting tasks have to finish before they are aborted; `Infinity`
   * never aborts them. Default: 10,000.
   */
  readonly timeout?: number | undefined;
  /** Milliseconds to wait for the threads to end, which native code can delay. Default: 5,000. */
  readonly abortTimeout?: number | undefined;
}

const CLOSE_KINDS: OptionKinds<WorkerCloseOptions> = { timeout: waitTime, abortTimeout: waitTime };

/**
 * A pool of worker threads for functions that would block the event loop. A process needs only one pool
 * for any number of modules.
 *
 * ```ts
 * export const pool = new WorkerPool({ maxThreads: 4 });
 * export const math = pool.module<typeof import('./math.worker.js')>(
 *   new URL('./math.worker.js', import.meta.url),
 * );
 * ```
 *
 * Threads start on demand. Idle threads don't keep the process alive.
 */
export class WorkerPool {
  readonly #options: ResolvedPoolOptions;
  readonly #threads: Threads;
  readonly #queue = new FairQueue<PoolTask>();
  /** Includes aborted tasks until their threads have ended. */
  readonly #running = new Set<PoolTask>();
  /** The running and the waiting tasks. */
  readonly #tasks = new Set<PoolTask>();
  readonly #tasksBySignal = new WeakMap<AbortSignal, Set<PoolTask>>();
  readonly #apis = new Set<object>();
  #logger: Logger;
  #closed: Promise<void> | undefined;

  /**
   * Creates a pool. Starts `minThreads` threads.
   *
   * @throws TypeError or RangeError if an option is invalid; the message names it
   */
  constructor(options: WorkerPoolOptions = {}) {
    this.#options = resolvePoolOptions(options);
    this.#logger = options.logger ?? console;
    this.#threads = new Threads(this.#options, (err) => {
      this.#logger.error({ err }, 'Idle worker thread crashed');
    });
  }

  /** The number of tasks that occupy a thread. */
  get running(): number {
    return this.#running.size;
  }

  /** The number of tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Declares a module whose functions run on the threads. Pass the type of the module as the type
   * argument. Each thread imports the module when it first runs one of its functions.
   *
   * @param url the URL of the built module. If the file doesn't exist, the TypeScript source beside it
   *   is used.
   * @throws TypeError if neither the file nor its source exists
   */
  module<Module>(url: URL, options: WorkerModuleOptions = {}): WorkerModule<Module> {
    const submit = async (submission: Submission): Promise<TaskOutcome> => this.#submit(submission);
    return new WorkerModule(findModuleFile(url), options, submit);
  }

  /**
   * Registers the pool with an api: `api.close()` closes the pool after all calls have ended. If you
   * call this method with several apis, the pool is closed with the last one.
   */
  closeWith(api: Api): this {
    this.#apis.add(api);
    this.#logger = this.#options.logger ?? api.logger;
    api.onClosed(async () => {
      this.#apis.delete(api);
      if (this.#apis.size === 0) await this.close({ timeout: 0 });
    });
    return this;
  }

  /**
   * Stops accepting tasks, lets running and waiting tasks finish, aborts the rest after `timeout`, and
   * ends all threads. A second call returns the same promise. The promise never rejects; threads that
   * don't end in time are logged.
   *
   * @throws RangeError if `timeout` or `abortTimeout` is negative or NaN; the pool then stays open
   */
  close(options: WorkerCloseOptions = {}): Promise<void> {
    checkOptions('pool.close()', options, CLOSE_KINDS);
    return (this.#closed ??= this.#end(options));
  }

  /** Calls {@link close} without options, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #end({ timeout = 10_000, abortTimeout = 5_000 }: WorkerCloseOptions): Promise<void> {
    const released = Promise.all(Array.from(this.#tasks, (task) => task.released));
    if (!(await settlesWithin(released, timeout))) {
      const reason = new DOMException('The worker pool is closed', 'AbortError');
      for (const task of this.#tasks) this.#abort(task, reason);
    }
    const ended = Promise.all([this.#threads.end(), released]);
    if (await settlesWithin(ended, abortTimeout)) return;
    this.#logger.warn(
      { unfinished: this.#running.size },
      'Worker pool closed with running threads',
    );
  }

  #submit({ spec, lane, signal }: Submission): Promise<TaskOutcome> {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) {
      throw new Error(`Can't run ${spec.name} of ${spec.file}: the worker pool is closed`);
    }
    const { maxThreads, maxQueue } = this.#options;
    const hasRoom = this.#running.size < maxThreads;
    if (!hasRoom && this.#queue.size >= maxQueue) throw new LimitExceeded();
    const task = new PoolTask(spec, lane);
    this.#tasks.add(task);
    void task.released.then(() => this.#tasks.delete(task));
    if (signal !== undefined) this.#abortOn(signal, task);
    if (hasRoom) this.#start(task);
    else this.#queue.enqueue(task, lane);
    return task.outcome;
  }

  #start(task: PoolTask): void {
    this.#running.add(task);
    task.start(this.#threads);
    void task.released.then(() => {
      this.#running.delete(task);
      const next = this.#queue.dequeue();
      if (next !== undefined) this.#start(next);
    });
  }

  #abort(task: PoolTask, reason: unknown): void {
    this.#queue.remove(task, task.lane);
    task.abort(reason);
  }

  /** Adds one listener for all tasks of a signal. Node warns about more than ten listeners. */
  #abortOn(signal: AbortSignal, task: PoolTask): void {
    const tasks = this.#tasksBySignal.get(signal) ?? new Set();
    if (!this.#tasksBySignal.has(signal)) {
      const onAbort = (): void => tasks.forEach((one) => this.#abort(one, signal.reason));
      signal.addEventListener('abort', onAbort, { once: true });
      this.#tasksBySignal.set(signal, tasks);
    }
    tasks.add(task);
    void task.released.then(() => tasks.delete(task));
  }
}
