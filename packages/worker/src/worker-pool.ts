import { type Api, LimitExceeded, type Logger } from '@jsonrpc-kit/core';
import { checkOptions, type OptionKinds, settlesWithin, waitTime } from '@jsonrpc-kit/core/adapter';
import { moduleFile } from './module-file.js';
import {
  type ResolvedPoolOptions,
  resolvePoolOptions,
  type WorkerPoolOptions,
} from './pool-options.js';
import { PoolTask } from './pool-task.js';
import { TaskQueue } from './task-queue.js';
import type { Outcome } from './thread/outcome.js';
import type { Job } from './thread-run.js';
import { Threads } from './threads.js';
import { WorkerModule, type WorkerModuleOptions } from './worker-module.js';

/** How long {@link WorkerPool.close} waits. */
export interface WorkerCloseOptions {
  /**
   * Milliseconds for the tasks that run or wait to finish before they are aborted; `Infinity` never
   * aborts them. Default: 10,000.
   */
  readonly timeout?: number | undefined;
  /** Milliseconds for the threads to end: one that is in native code does so only after that. Default: 5,000. */
  readonly abortTimeout?: number | undefined;
}

const CLOSE_KINDS: OptionKinds<WorkerCloseOptions> = { timeout: waitTime, abortTimeout: waitTime };

/**
 * Threads for functions that compute too long for the event loop. One pool serves a whole process,
 * with as many modules as it has.
 *
 * ```ts
 * export const pool = new WorkerPool({ maxThreads: 4 });
 * export const math = pool.module<typeof import('./math.worker.js')>(
 *   new URL('./math.worker.js', import.meta.url),
 * );
 * ```
 *
 * Threads start when they are needed. Idle ones never keep the process alive.
 */
export class WorkerPool {
  readonly #options: ResolvedPoolOptions;
  readonly #threads: Threads;
  readonly #waiting = new TaskQueue<PoolTask>();
  /** Aborted tasks too, as long as their threads have not ended. */
  readonly #running = new Set<PoolTask>();
  readonly #openTasks = new Set<PoolTask>();
  readonly #bySignal = new WeakMap<AbortSignal, Set<PoolTask>>();
  readonly #apis = new Set<object>();
  #logger: Logger;
  #closed: Promise<void> | undefined;

  /**
   * Threads for functions that compute too long for the event loop.
   *
   * @throws RangeError that names the option
   */
  constructor(options: WorkerPoolOptions = {}) {
    this.#options = resolvePoolOptions(options);
    this.#logger = options.logger ?? console;
    this.#threads = new Threads(this.#options, (err) => {
      this.#logger.error({ err }, 'A worker thread died while it was idle');
    });
  }

  /** How many tasks have a thread. */
  get running(): number {
    return this.#running.size;
  }

  /** How many tasks wait for one. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Names a module with functions for the threads, and its type. Each thread imports it once, when it
   * is first needed there.
   *
   * @param url of the built module, from the file that says so; its TypeScript source is taken where
   *   there is no build
   * @throws TypeError where there is no such file
   */
  module<Module>(url: URL, options: WorkerModuleOptions = {}): WorkerModule<Module> {
    return new WorkerModule(moduleFile(url), options, (job, lane, signal) =>
      this.#submit(job, lane, signal),
    );
  }

  /**
   * Ends the pool when this api has ended, as part of `api.close()`; with several apis, when the last
   * of them has.
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
   * Takes no more tasks, lets those that it has finish, aborts what is left after `timeout`, and ends
   * all threads. Called again it gives the same promise. It never rejects; a thread that did not end
   * is logged.
   *
   * @throws RangeError where a time is negative or NaN; the pool stays open
   */
  close(options: WorkerCloseOptions = {}): Promise<void> {
    checkOptions('pool.close', options, CLOSE_KINDS);
    return (this.#closed ??= this.#end(options));
  }

  async #end({ timeout = 10_000, abortTimeout = 5_000 }: WorkerCloseOptions): Promise<void> {
    const released = Promise.all(Array.from(this.#openTasks, (task) => task.released));
    if (!(await settlesWithin(released, timeout))) {
      const reason = new DOMException('The worker pool is closed', 'AbortError');
      for (const task of this.#openTasks) this.#abort(task, reason);
    }
    const ended = Promise.all([this.#threads.end(), released]);
    if (await settlesWithin(ended, abortTimeout)) return;
    this.#logger.warn({ unfinished: this.#running.size }, 'Closed with threads that did not end');
  }

  // It may throw, or give a promise that rejects: who calls it awaits both.
  #submit(job: Job, lane: object, signal: AbortSignal | undefined): Promise<Outcome> {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) {
      throw new Error(`The worker pool is closed; ${job.name} of ${job.file} can't be run`);
    }
    const { maxThreads, maxQueue } = this.#options;
    const hasRoom = this.#running.size < maxThreads;
    if (!hasRoom && this.#waiting.size >= maxQueue) throw new LimitExceeded();
    const task = new PoolTask(job, lane);
    this.#openTasks.add(task);
    void task.released.then(() => this.#openTasks.delete(task));
    if (signal !== undefined) this.#abortBy(signal, task);
    if (hasRoom) this.#start(task);
    else this.#waiting.add(task);
    return task.outcome;
  }

  #start(task: PoolTask): void {
    this.#running.add(task);
    task.start(this.#threads);
    void task.released.then(() => {
      this.#running.delete(task);
      const next = this.#waiting.take();
      if (next !== undefined) this.#start(next);
    });
  }

  #abort(task: PoolTask, reason: unknown): void {
    this.#waiting.delete(task);
    task.abort(reason);
  }

  /** The tasks of one signal share one listener: Node warns of a leak where it has more than ten. */
  #abortBy(signal: AbortSignal, task: PoolTask): void {
    let tasks = this.#bySignal.get(signal);
    if (tasks === undefined) {
      const all = new Set<PoolTask>();
      const abort = (): void => all.forEach((one) => this.#abort(one, signal.reason));
      signal.addEventListener('abort', abort, { once: true });
      this.#bySignal.set(signal, all);
      tasks = all;
    }
    tasks.add(task);
    void task.released.then(() => tasks.delete(task));
  }
}
