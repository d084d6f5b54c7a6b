import { isPromise } from '../async/maybe-promise.js';
import { FairQueue } from './fair-queue.js';

/** Describes the call that a scheduler runs. */
export interface TaskOptions {
  /**
   * Identifies the HTTP request of the call. Lanes take turns, so that a large batch doesn't delay
   * other clients.
   */
  readonly lane?: object | undefined;
  /** The name of the method; undefined for an unknown one, and for `messageDependencies`. */
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

/** The options of an entrypoint that its scheduler applies. */
export interface SchedulerOptions {
  /** How many calls may run at once; may be `Infinity`. */
  readonly concurrency: number;
  /** How many calls may wait; may be `Infinity`. */
  readonly maxWaiting: number;
}

/** Creates the scheduler of an entrypoint that is bound to an api. */
export type SchedulerFactory = (options: SchedulerOptions) => Scheduler;

/**
 * The default scheduler. A task runs immediately while there is room, and waits otherwise. Scheduling a
 * synchronous task costs nothing. Doesn't use p-queue for waiting tasks, because each call in a batch
 * of a thousand asynchronous calls would be three times as expensive.
 */
export class CountingScheduler implements Scheduler {
  readonly #concurrency: number;
  /** Undefined until a task has to wait. */
  #waiting: FairQueue<() => void> | undefined;
  #running = 0;

  constructor({ concurrency }: Pick<SchedulerOptions, 'concurrency'>) {
    this.#concurrency = concurrency;
  }

  get size(): number {
    return this.#waiting?.size ?? 0;
  }

  add<T>(task: () => T, { lane }: TaskOptions = {}): T | Promise<T> {
    if (this.hasRoom) return this.count(task());
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        try {
          resolve(this.count(task()));
        } catch (error) {
          reject(error);
        }
      };
      this.#waiting ??= new FairQueue();
      this.#waiting.enqueue(begin, lane);
    });
  }

  /** Whether a task would run immediately. */
  get hasRoom(): boolean {
    if (this.#running >= this.#concurrency) return false;
    return this.#waiting === undefined || this.#waiting.size === 0;
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

  flush(): void {
    for (let begin = this.#waiting?.dequeue(); begin; begin = this.#waiting?.dequeue()) begin();
  }

  /** Frees a slot and starts waiting tasks. A bound function, so that it can be passed to `then()`. */
  readonly freeSlot = (): void => {
    this.#running -= 1;
    while (this.#running < this.#concurrency) {
      const begin = this.#waiting?.dequeue();
      if (begin === undefined) return;
      begin();
    }
  };
}
