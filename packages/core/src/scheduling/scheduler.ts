import { isPromise } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { positiveOrInfinity } from '../options/option-kind.js';
import { FairQueue, type LaneOptions } from './fair-queue.js';

/** How many calls of an entrypoint run and wait, over all HTTP requests. */
export interface SchedulerOptions {
  /** How many calls may run at once. Default: 100. */
  readonly concurrency?: number | undefined;
  /** How many calls may wait; those over it are answered with LimitExceeded. Default: 10,000. */
  readonly maxPending?: number | undefined;
}

/** Runs an entrypoint's calls, over all HTTP requests. A p-queue is one as it stands. */
export interface Scheduler {
  /** Runs the task now or later and gives what it gives; `lane` is the HTTP request that it is of. */
  add<T>(task: () => T, options: LaneOptions): T | Promise<T>;
  /** How many tasks are waiting. */
  readonly size: number;
}

/** The options with their defaults. */
export interface ResolvedSchedulerOptions {
  /** How many calls may run at once; it may be `Infinity`. */
  readonly concurrency: number;
  /** How many calls may wait; it may be `Infinity`. */
  readonly maxPending: number;
}

/** Makes the scheduler of one entrypoint on one api. */
export type SchedulerFactory = (options: ResolvedSchedulerOptions) => Scheduler;

const KINDS: OptionKinds<SchedulerOptions> = {
  concurrency: positiveOrInfinity,
  maxPending: positiveOrInfinity,
};

/** @throws RangeError where an option is no positive integer */
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
 * The default scheduler. A task runs at once while there is room, and one that is synchronous leaves
 * no trace; what is over the limit waits its turn. It counts by itself: in a batch of a thousand
 * asynchronous calls a p-queue for the overflow made each of them three times as dear.
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

  add<T>(task: () => T, { lane }: LaneOptions): T | Promise<T> {
    if (this.hasRoom) return this.count(task());
    return new Promise((resolve, reject) => {
      this.#waiting.enqueue(() => this.#begin(task, resolve, reject), lane);
    });
  }

  /** Whether a task would run at once. */
  get hasRoom(): boolean {
    return this.#running < this.#concurrency && this.#waiting.size === 0;
  }

  /** Holds a place, until it is there, for what was begun because there was room. */
  count<T>(outcome: T): T {
    if (!isPromise(outcome)) return outcome;
    this.hold();
    outcome.then(this.release, this.release);
    return outcome;
  }

  /** Takes a place. */
  hold(): void {
    this.#running += 1;
  }

  /** Gives a place back, to whoever waits for one. It can be handed to `then()` as it is. */
  readonly release = (): void => {
    this.#running -= 1;
    while (this.#running < this.#concurrency) {
      const begin = this.#waiting.dequeue();
      if (begin === undefined) return;
      begin();
    }
  };

  /** Settles by hand: a promise that is resolved with another one makes a third. */
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
