import PQueue from 'p-queue';
import { isPromise } from '../flow/maybe-promise.js';
import { FairQueue, type LaneOptions } from './fair-queue.js';

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
  readonly concurrency: number;
  readonly maxPending: number;
}

/** Makes the scheduler of one entrypoint on one api. */
export type SchedulerFactory = (options: ResolvedSchedulerOptions) => Scheduler;

/** @throws RangeError where an option is no positive integer */
export function resolveSchedulerOptions(
  where: string,
  options: SchedulerOptions,
): ResolvedSchedulerOptions {
  const { concurrency = 100, maxPending = 10_000 } = options;
  if (!(Number.isInteger(concurrency) && concurrency > 0) && concurrency !== Infinity) {
    throw new RangeError(`${where}: concurrency must be a positive integer, not ${concurrency}`);
  }
  if (!(Number.isInteger(maxPending) && maxPending > 0) && maxPending !== Infinity) {
    throw new RangeError(`${where}: maxPending must be a positive integer, not ${maxPending}`);
  }
  return { concurrency, maxPending };
}

/**
 * The default scheduler. A task runs at once while there is room, and one that is synchronous leaves
 * no trace; only the overflow pays for a place in the queue.
 */
export class CallScheduler implements Scheduler {
  readonly #concurrency: number;
  readonly #queue: PQueue<FairQueue, LaneOptions>;
  /** Running tasks that never were in the queue. */
  #direct = 0;

  constructor({ concurrency }: Pick<ResolvedSchedulerOptions, 'concurrency'>) {
    this.#concurrency = concurrency;
    this.#queue = new PQueue({ concurrency, queueClass: FairQueue });
  }

  get size(): number {
    return this.#queue.size;
  }

  add<T>(task: () => T, options: LaneOptions): T | Promise<T> {
    if (this.#queue.size > 0 || this.#direct + this.#queue.pending >= this.#concurrency) {
      this.#shareRoom();
      return this.#queue.add(task, options);
    }
    const outcome = task();
    if (!isPromise(outcome)) return outcome;
    this.#direct += 1;
    const ended = (): void => {
      this.#direct -= 1;
      if (this.#queue.size > 0) this.#shareRoom();
    };
    outcome.then(ended, ended);
    return outcome;
  }

  /** The queue may use what the direct tasks leave. */
  #shareRoom(): void {
    const room = this.#concurrency - this.#direct;
    if (room <= 0) {
      this.#queue.pause();
      return;
    }
    this.#queue.concurrency = room;
    if (this.#queue.isPaused) this.#queue.start();
  }
}
