import { isPromise } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { positiveOrInfinity } from '../options/option-kind.js';
import { FairQueue } from './fair-queue.js';

/** Limits of a scheduler, for all HTTP requests of an entrypoint together. */
export interface SchedulerOptions {
  /** How many calls may run at once. Default: 100. */
  readonly concurrency?: number | undefined;
  /** How many calls may wait; beyond it, calls get LimitExceeded. Default: 10,000. */
  readonly maxPending?: number | undefined;
}

/** Describes the call that a scheduler runs. */
export interface TaskOptions {
  /**
   * Identifies the HTTP request of the call. Lanes take turns, so that a large batch doesn't delay
   * other clients.
   */
  readonly lane?: object | undefined;
  /** The name of the method; undefined for an unknown one, and for an entrypoint's `dependencies`. */
  readonly method?: string | undefined;
  /** Never set. With this type, a `PQueue` is a {@link Scheduler}. */
  readonly priority?: never;
}

/** Decides when the calls of an entrypoint run. A `PQueue` of p-queue is a scheduler. */
export interface Scheduler {
  /** Runs the task immediately or later, and returns its outcome. */
  add<T>(task: () => T, options: TaskOptions): T | Promise<T>;
  /** The number of waiting tasks. */
  readonly size: number;
  /**
   * Runs all waiting tasks immediately. `api.close()` calls it when its timeout has elapsed. The tasks
   * then respond with an error instead of running their calls.
   */
  flush?(): void;
}

/** The options of a scheduler with defaults applied. */
export interface ResolvedSchedulerOptions {
  /** How many calls may run at once; may be `Infinity`. */
  readonly concurrency: number;
  /** How many calls may wait; may be `Infinity`. */
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
 * The default scheduler. A task runs immediately while there is room, and waits otherwise. Scheduling a
 * synchronous task costs nothing. Doesn't use p-queue for waiting tasks, because each call in a batch
 * of a thousand asynchronous calls would be three times as expensive.
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

  /** Occupies a slot until the promise is settled, for work that has started because there was room. */
  count<T>(outcome: T): T {
    if (!isPromise(outcome)) return outcome;
    this.takeSlot();
    outcome.then(this.freeSlot, this.freeSlot);
    return outcome;
  }

  /** Occupies a slot until {@link freeSlot} is called. */
  takeSlot(): void {
    this.#running += 1;
  }

  /** Frees a slot and starts waiting tasks. A bound function, so that it can be passed to `then()`. */
  readonly freeSlot = (): void => {
    this.#running -= 1;
    while (this.#running < this.#concurrency) {
      const begin = this.#waiting.dequeue();
      if (begin === undefined) return;
      begin();
    }
  };

  /**
   * Settles the promise with the outcome. Resolving it with another promise would create a third
   * promise.
   */
  #begin<T>(task: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): void {
    try {
      const outcome = task();
      if (!isPromise(outcome)) return resolve(outcome);
      this.takeSlot();
      outcome.then(
        (value) => {
          this.freeSlot();
          resolve(value);
        },
        (error: unknown) => {
          this.freeSlot();
          reject(error);
        },
      );
    } catch (error) {
      reject(error);
    }
  }
}
