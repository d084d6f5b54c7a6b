import PQueue from 'p-queue';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import { type OptionKind, positive } from '../options/option-kind.js';
import { FairQueue } from './fair-queue.js';
import type { SchedulerOptions, Scheduler, SchedulerFactory, TaskOptions } from './scheduler.js';

/** Options of {@link pQueueScheduler}. */
export interface PQueueSchedulerOptions {
  /** How many calls may start in each interval. Default: no limit. */
  readonly intervalCap?: number | undefined;
  /** The length of an interval in milliseconds. Default: 1,000. */
  readonly interval?: number | undefined;
  /**
   * Priorities by method name. Waiting calls with a higher priority start first. Default: 0 for every
   * method.
   */
  readonly priorities?: Readonly<Record<string, number>> | undefined;
}

/** The factory that {@link pQueueScheduler} returns. It controls all schedulers that it has created. */
export interface PQueueScheduler extends SchedulerFactory {
  /** Whether the schedulers are paused, so that new calls wait. */
  readonly isPaused: boolean;
  /** Lets new calls wait, up to `maxWaiting`. Running calls continue. */
  pause(): void;
  /** Starts the waiting calls. */
  resume(): void;
}

const KINDS: OptionKinds<PQueueSchedulerOptions> = {
  intervalCap: positive,
  interval: positive,
  priorities: {
    is: (value) =>
      isObject(value) && !Array.isArray(value) && Object.values(value).every(Number.isFinite),
    must: 'an object with a finite number for each method',
    advice: () => 'Write { withdraw: 1 }.',
  } satisfies OptionKind,
};

/**
 * Creates a scheduler factory that uses p-queue. It can limit how many calls start in an interval,
 * start calls by priority, and be paused. Like the default scheduler, it runs at most `concurrency`
 * calls at once, and HTTP requests take turns. Every call takes a few microseconds longer than with the
 * default scheduler.
 *
 * ```ts
 * const scheduler = pQueueScheduler({ intervalCap: 500, priorities: { withdraw: 1 } });
 * const v1 = new Entrypoint('/api/v1/jsonrpc', { schedulerFactory: scheduler });
 *
 * scheduler.pause(); // during maintenance
 * ```
 *
 * If the scheduler is paused, `api.close()` waits until its timeout. The waiting calls then get
 * InternalError.
 *
 * @throws TypeError or RangeError if an option is invalid; the message names it
 */
export function pQueueScheduler(options: PQueueSchedulerOptions = {}): PQueueScheduler {
  checkOptions('pQueueScheduler()', options, KINDS);
  const queues: PQueue<PriorityFairQueue, QueueOptions>[] = [];
  let isPaused = false;
  const factory = ({ concurrency }: SchedulerOptions): Scheduler => {
    const { intervalCap, interval = 1_000 } = options;
    const priorities = new Map<string | undefined, number>(
      Object.entries(options.priorities ?? {}),
    );
    const waiting: PriorityFairQueue[] = [];
    const queue = new PQueue<PriorityFairQueue, QueueOptions>({
      concurrency,
      autoStart: !isPaused,
      ...(intervalCap === undefined ? {} : { intervalCap, interval }),
      queueClass: class extends PriorityFairQueue {
        constructor() {
          super();
          // PQueue creates the queue itself and keeps it private.
          waiting.push(this);
        }
      },
    });
    queues.push(queue);
    return {
      add: (task, { lane, method }) =>
        queue.add(async () => task(), { lane, priority: priorities.get(method) ?? 0 }),
      get size() {
        return queue.size;
      },
      flush: () => waiting[0]?.flush(),
    };
  };
  const controls = {
    get isPaused() {
      return isPaused;
    },
    pause: () => {
      isPaused = true;
      for (const queue of queues) queue.pause();
    },
    resume: () => {
      isPaused = false;
      for (const queue of queues) queue.start();
    },
  };
  // Unlike Object.assign(), defineProperties() keeps the getter.
  const descriptors = Object.getOwnPropertyDescriptors(controls);
  return Object.defineProperties(factory as PQueueScheduler, descriptors);
}

type Run = () => Promise<unknown>;

interface QueueOptions extends Pick<TaskOptions, 'lane'> {
  readonly priority?: number;
}

/** The waiting calls of a `PQueue`, by priority. Lanes of the same priority take turns. */
class PriorityFairQueue {
  /** By priority, the highest first. */
  #queues = new Map<number, FairQueue<Run>>();

  get size(): number {
    return [...this.#queues.values()].reduce((sum, { size }) => sum + size, 0);
  }

  enqueue(run: Run, { priority = 0, lane }: QueueOptions = {}): void {
    const queue = this.#queues.get(priority) ?? this.#addQueue(priority);
    queue.enqueue(run, lane);
  }

  dequeue(): Run | undefined {
    for (const queue of this.#queues.values()) {
      const run = queue.dequeue();
      if (run !== undefined) return run;
    }
    return undefined;
  }

  /** Runs all waiting calls, regardless of limits. */
  flush(): void {
    for (let run = this.dequeue(); run !== undefined; run = this.dequeue()) void run();
  }

  /**
   * Required by the type of the queue, but only called by `PQueue.sizeBy()`, which a scheduler doesn't
   * have.
   */
  filter(): never {
    throw new TypeError('A scheduler keeps no list of its calls');
  }

  /**
   * Required by the type of the queue, but only called by `PQueue.setPriority()`, which a scheduler
   * doesn't have.
   */
  setPriority(): never {
    throw new TypeError('The priority of a waiting call does not change');
  }

  #addQueue(priority: number): FairQueue<Run> {
    const queue = new FairQueue<Run>();
    const queues = [...this.#queues, [priority, queue] as const];
    this.#queues = new Map(queues.toSorted(([a], [b]) => b - a));
    return queue;
  }
}
