import { type Api, LimitExceeded, type Logger, type Measurement } from '@jsonrpc-kit/core';
import {
  addGauges,
  checkOptions,
  count,
  FairQueue,
  type OptionKinds,
  settlesWithin,
  waitTime,
} from '@jsonrpc-kit/core/internal';
import { findModuleFile } from './module-file.js';
import {
  type ResolvedPoolOptions,
  resolvePoolOptions,
  type WorkerPoolOptions,
} from './pool-options.js';
import { checkFlags, describeFailure, nameOf, PoolThread } from './pool-thread.js';
import type { TaskOutcome, ThreadTask } from './thread/run-task.js';
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

/** A task from its submission until it no longer waits or occupies a thread. */
interface PoolTask {
  readonly task: ThreadTask;
  /** The lane in the queue. */
  readonly lane: object;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (outcome: TaskOutcome) => void;
  readonly reject: (reason: unknown) => void;
  thread: PoolThread | undefined;
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
  /** All threads that have not ended. */
  readonly #threads = new Set<PoolThread>();
  /** The threads without a task, each with the timer that ends it. */
  readonly #idle = new Map<PoolThread, NodeJS.Timeout>();
  readonly #queue = new FairQueue<PoolTask>();
  /** Includes aborted tasks until their threads have ended. */
  readonly #running = new Set<PoolTask>();
  /** The running and the waiting tasks. */
  readonly #tasks = new Set<PoolTask>();
  readonly #tasksBySignal = new Map<AbortSignal, Set<PoolTask>>();
  readonly #apis = new Set<object>();
  #logger: Logger;
  #closed: Promise<void> | undefined;
  #onAllReleased: (() => void) | undefined;

  /**
   * Creates a pool. Starts `minThreads` threads.
   *
   * @throws TypeError or RangeError if an option is invalid; the message names it
   */
  constructor(options: WorkerPoolOptions = {}) {
    this.#options = resolvePoolOptions(options);
    this.#logger = options.logger ?? console;
    checkFlags(this.#options);
    addGauges(this, poolGauges);
    this.#startMinThreads();
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
    const released = new Promise<void>((resolve) => {
      this.#onAllReleased = resolve;
      if (this.#tasks.size === 0) resolve();
    });
    if (!(await settlesWithin(released, timeout))) {
      const reason = new DOMException('The worker pool is closed', 'AbortError');
      for (const task of this.#tasks) this.#abort(task, reason);
    }
    for (const thread of this.#threads) thread.stop();
    const ended = Array.from(this.#threads, (thread) => thread.ended);
    if (await settlesWithin(Promise.all([...ended, released]), abortTimeout)) return;
    this.#logger.warn(
      { unfinished: this.#running.size },
      'Worker pool closed with running threads',
    );
  }

  #submit({ task, lane, signal }: Submission): Promise<TaskOutcome> {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) {
      throw new Error(`Can't run ${nameOf(task)}: the worker pool is closed`);
    }
    const { maxThreads, maxQueue } = this.#options;
    const hasRoom = this.#running.size < maxThreads;
    if (!hasRoom && this.#queue.size >= maxQueue) {
      this.#count(task, 'rejected');
      throw new LimitExceeded();
    }
    return new Promise((resolve, reject) => {
      const submitted: PoolTask = { task, lane, signal, resolve, reject, thread: undefined };
      this.#tasks.add(submitted);
      this.#listen(submitted);
      if (hasRoom) void this.#run(submitted);
      else this.#queue.enqueue(submitted, lane);
    });
  }

  /** Runs a task, and then the next one that waits. Never rejects. */
  async #run(submitted: PoolTask): Promise<void> {
    const { task, resolve, reject } = submitted;
    this.#running.add(submitted);
    try {
      const thread = this.#takeIdleThread() ?? this.#startThread();
      submitted.thread = thread;
      await thread.run(task).then(
        (outcome) => {
          this.#count(task, outcome.kind);
          resolve(outcome);
        },
        (reason: unknown) => {
          // A thread that can still be used has only rejected the arguments.
          this.#count(task, thread.isUsable ? 'thrown' : 'stopped');
          reject(reason);
        },
      );
      this.#keepIdle(thread);
    } catch (cause) {
      this.#count(task, 'stopped');
      reject(describeFailure(`Failed to start a worker thread for ${nameOf(task)}`, cause));
    }
    this.#running.delete(submitted);
    this.#release(submitted);
    const next = this.#queue.dequeue();
    if (next !== undefined) void this.#run(next);
  }

  /** Rejects a task immediately. Its thread may stay occupied for longer, by native code. */
  #abort(submitted: PoolTask, reason: unknown): void {
    submitted.reject(reason);
    if (this.#queue.remove(submitted, submitted.lane)) this.#release(submitted);
    else submitted.thread?.stop();
  }

  #count({ name }: ThreadTask, outcome: TaskOutcome['kind'] | 'stopped' | 'rejected'): void {
    count(this.#logger, {
      name: 'jsonrpc.worker.tasks',
      value: 1,
      attributes: { 'code.function.name': name, 'jsonrpc.worker.outcome': outcome },
    });
  }

  #release(submitted: PoolTask): void {
    this.#tasks.delete(submitted);
    this.#stopListening(submitted);
    if (this.#tasks.size === 0) this.#onAllReleased?.();
  }

  /** All tasks of a signal share one listener, because Node warns about more than ten. */
  #listen(submitted: PoolTask): void {
    const { signal } = submitted;
    if (signal === undefined) return;
    const tasks = this.#tasksBySignal.get(signal) ?? new Set();
    this.#tasksBySignal.set(signal, tasks.add(submitted));
    signal.addEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = ({ target }: Event): void => {
    const signal = target as AbortSignal;
    this.#tasksBySignal.get(signal)?.forEach((task) => this.#abort(task, signal.reason));
  };

  /** Its thread now runs tasks of others, which the signal must not stop. */
  #stopListening(submitted: PoolTask): void {
    const { signal } = submitted;
    const tasks = signal && this.#tasksBySignal.get(signal);
    if (signal === undefined || tasks === undefined) return;
    tasks.delete(submitted);
    if (tasks.size > 0) return;
    signal.removeEventListener('abort', this.#onAbort);
    this.#tasksBySignal.delete(signal);
  }

  /** @throws Error if Node can't create the thread */
  #startThread(): PoolThread {
    const thread = new PoolThread(this.#options, (err) => this.#logCrash(err));
    this.#threads.add(thread);
    void thread.ended.then(() => {
      this.#threads.delete(thread);
      this.#idle.delete(thread);
      // A thread that fails to start would fail again.
      if (thread.isReady && this.#closed === undefined) this.#startMinThreads();
    });
    return thread;
  }

  #startMinThreads(): void {
    try {
      while (this.#threads.size < this.#options.minThreads) this.#keepIdle(this.#startThread());
    } catch (error) {
      this.#logCrash(error);
    }
  }

  #logCrash(err: unknown): void {
    this.#logger.error({ err }, 'Idle worker thread crashed');
  }

  /** Returns the thread that became idle last, so that the others end after `idleTimeout`. */
  #takeIdleThread(): PoolThread | undefined {
    const thread = [...this.#idle.keys()].findLast(({ isUsable }) => isUsable);
    if (thread === undefined) return undefined;
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    return thread;
  }

  #keepIdle(thread: PoolThread): void {
    if (!thread.isUsable) return;
    const { idleTimeout, minThreads } = this.#options;
    const timer = setTimeout(() => {
      if (this.#threads.size > minThreads) thread.stop();
    }, idleTimeout);
    this.#idle.set(thread, timer.unref());
  }
}

function poolGauges({ running, waiting }: WorkerPool): readonly Measurement[] {
  return [
    { name: 'jsonrpc.worker.running_tasks', value: running, attributes: {} },
    { name: 'jsonrpc.worker.waiting_tasks', value: waiting, attributes: {} },
  ];
}
