import { isPromise } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { positiveOrInfinity } from '../options/option-kind.js';
import { FairQueue } from './fair-queue.js';

/** Limits of a scheduler, over all HTTP requests of an entrypoint. */
export interface SchedulerOptions {
  /** How many calls may run at once. Default: 100. */
  readonly concurrency?: number | undefined;
  /** How many calls may wait; further calls get LimitExceeded. Default: 10,000. */
  readonly maxPending?: number | undefined;
}

/** The call that a scheduler runs. */
export interface TaskOptions {
  /** The HTTP request of the call: calls of one lane wait for each other, and lanes take turns. */
  readonly lane?: object | undefined;
  /** The name of the method; undefined for an unknown one, and for an entrypoint's `dependencies`. */
  readonly method?: string | undefined;
  /** Never set. With this type, a `PQueue` is a {@link Scheduler}. */
  readonly priority?: never;
}

/** Runs the calls of an entrypoint, over all HTTP requests. A `PQueue` is one. */
export interface Scheduler {
  /** Runs the task, now or later, and returns its outcome. */
  add<T>(task: () => T, options: TaskOptions): T | Promise<T>;
  /** How many tasks are waiting. */
  readonly size: number;
  /**
   * Runs all waiting tasks now. `api.close()` calls it once its timeout has elapsed; the tasks then
   * respond with an error and don't run their calls.
   */
  flush?(): void;
}

/** The options with their defaults. */
export interface ResolvedSchedulerOptions {
  /** How many calls may run at once; it may be `Infinity`. */
  readonly concurrency: number;
  /** How many calls may wait; it may be `Infinity`. */
  readonly maxPending: number;
}

/** Creates the scheduler of an entrypoint that is bound to an api. */
export type SchedulerFactory = (options: ResolvedSchedulerOptions) => Scheduler;

const KINDS: OptionKinds<SchedulerOptions> = {
  concurrency: positiveOrInfinity,
  maxPending: positiveOrInfinity,
};

/** @throws RangeError if an option isn't a positive integer or `Infinity` */
export function resolveSchedulerOptions(
  where: string,
  options: SchedulerOptions,
  defaults: ResolvedSchedulerOptions,
): ResolvedSchedulerOptions {
  checkOptions(where, options, KINDS);
  const { concurrency = defaults.concurrency, maxPending = defaults.maxPending } = options;
  return Object.freeze({ concurrency, maxPending });
}

/**
 * The default scheduler. A task runs immediately while there is room, and a synchronous one costs
 * nothing; beyond the limit, tasks wait. It counts itself: a p-queue for the overflow made each call of
 * a batch of a thousand asynchronous ones three times as expensive.
 */
export class CountingScheduler implements Scheduler {
  readonly #concurrency: number;
  readonly #waiting = new FairQueue<() => void>();
  #running = 0;

  constructor({ concurrency }: Pick<ResolvedSchedulerOptions, 'concurrency'>) {
    this.#concurrency = concurrency;
  }

  get size(): number {
    return this.#waiting.size;
  }

  add<T>(task: () => T, { lane }: TaskOptions): T | Promise<T> {
    if (this.hasRoom) return this.count(task());
    return new Promise((resolve, reject) => {
      this.#waiting.enqueue(() => this.#begin(task, resolve, reject), lane);
    });
  }

  /** Whether a task would run immediately. */
  get hasRoom(): boolean {
    return this.#running < this.#concurrency && this.#waiting.size === 0;
  }

  /** Counts work that has started because there was room, until its promise is settled. */
  count<T>(outcome: T): T {
    if (!isPromise(outcome)) return outcome;
    this.hold();
    outcome.then(this.release, this.release);
    return outcome;
  }

  /** Counts one more running task. */
  hold(): void {
    this.#running += 1;
  }

  /** Ends a counted task and starts waiting ones; bound, so that `then()` takes it. */
  readonly release = (): void => {
    this.#running -= 1;
    while (this.#running < this.#concurrency) {
      const begin = this.#waiting.dequeue();
      if (begin === undefined) return;
      begin();
    }
  };

  /** Settles the promise itself: resolving it with another promise would create a third. */
  #begin<T>(task: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): void {
    try {
      const outcome = task();
      if (!isPromise(outcome)) return resolve(outcome);
      this.hold();
      outcome.then(
        (value) => {
          this.release();
          resolve(value);
        },
        (error: unknown) => {
          this.release();
          reject(error);
        },
      );
    } catch (error) {
      reject(error);
    }
  }
}
