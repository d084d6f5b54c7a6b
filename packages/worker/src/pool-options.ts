import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import type { Logger } from '@jsonrpc-kit/core';

/** How many threads a {@link WorkerPool} has, and what they get. */
export interface WorkerPoolOptions {
  /**
   * Threads that are started with the pool and kept, for a first call that does not wait for one.
   * Default: 0, so that a process which only loads your modules starts none.
   */
  readonly minThreads?: number | undefined;
  /** Default: one less than `os.availableParallelism()`, which leaves the event loop one; at least 1. */
  readonly maxThreads?: number | undefined;
  /** Milliseconds after which an idle thread beyond `minThreads` ends. Default: 60,000. */
  readonly idleTimeout?: number | undefined;
  /**
   * Tasks that may wait for a thread; one more is refused with LimitExceeded. Keep `maxThreads` and
   * `maxQueue` together below the `concurrency` of your entrypoints (100), so that methods on the
   * loop find room beside the waiting ones. Default: 50.
   */
  readonly maxQueue?: number | undefined;
  /** Memory of each thread, in megabytes; one that runs out of it fails its call. Default: Node's. */
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Environment variables of the threads. Default: a copy of `process.env`. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Flags of Node for the threads, as `['--import', 'tsx']`. Default: those of the process. */
  readonly execArgv?: readonly string[] | undefined;
  /**
   * Told of a thread that died while it ran no task. Default: that of the api which the pool closes
   * with, else `console`.
   */
  readonly logger?: Logger | undefined;
}

/** The numbers with their defaults, the others as they were given. */
export interface ResolvedPoolOptions extends WorkerPoolOptions {
  readonly minThreads: number;
  readonly maxThreads: number;
  readonly idleTimeout: number;
  readonly maxQueue: number;
}

/** @throws RangeError that names the option */
export function resolvePoolOptions(options: WorkerPoolOptions): ResolvedPoolOptions {
  const {
    minThreads = 0,
    maxThreads = Math.max(availableParallelism() - 1, minThreads, 1),
    idleTimeout = 60_000,
    maxQueue = 50,
  } = options;
  checkInteger('maxThreads', maxThreads, 1);
  checkInteger('minThreads', minThreads, 0);
  checkInteger('maxQueue', maxQueue, 0);
  // What timers can hold.
  checkInteger('idleTimeout', idleTimeout, 0, 2 ** 31 - 1);
  if (minThreads > maxThreads) {
    throw new RangeError(
      `WorkerPool: minThreads (${minThreads}) must not be more than maxThreads (${maxThreads})`,
    );
  }
  return { ...options, minThreads, maxThreads, idleTimeout, maxQueue };
}

function checkInteger(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER) {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new RangeError(`WorkerPool: ${name} must be an integer ${range}, not ${value}`);
}
