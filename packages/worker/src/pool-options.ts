import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';
import type { Logger } from '@jsonrpc-kit/core';
import {
  checkOptions,
  notNegative,
  object,
  type OptionKind,
  type OptionKinds,
  positive,
  texts,
} from '@jsonrpc-kit/core/internal';

/** Options of a {@link WorkerPool}. */
export interface WorkerPoolOptions {
  /**
   * The number of threads that start with the pool and stay alive, so that the first calls don't wait
   * for a thread to start. Default: 0, so that a process that only imports your modules doesn't start
   * threads.
   */
  readonly minThreads?: number | undefined;
  /**
   * The maximum number of threads. Default: one less than `os.availableParallelism()`, but at least 1
   * and at least `minThreads`.
   */
  readonly maxThreads?: number | undefined;
  /**
   * Milliseconds after which an idle thread ends if there are more than `minThreads`. Default: 60,000.
   */
  readonly idleTimeout?: number | undefined;
  /**
   * The maximum number of tasks that wait for a thread; beyond it, tasks fail with LimitExceeded. Keep
   * the sum of `maxThreads` and `maxQueue` below the `concurrency` of your entrypoints (100 by
   * default), so that methods on the event loop can always run. Default: 50.
   */
  readonly maxQueue?: number | undefined;
  /**
   * Memory limits of each thread, in megabytes. A thread that exceeds them ends. Default: the limits of
   * Node.
   */
  readonly resourceLimits?: ResourceLimits | undefined;
  /** The environment variables of the threads. Default: a copy of `process.env`. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /**
   * The Node flags of the threads, such as `['--import', 'tsx']`. Default: those of the process; on Node 20 without its
   * TypeScript files, which a thread can't preload there.
   */
  readonly execArgv?: readonly string[] | undefined;
  /**
   * Logs failures outside tasks, such as the crash of an idle thread. Default: the logger of the api
   * that was passed to `pool.closeWith()`, otherwise `console`.
   */
  readonly logger?: Logger | undefined;
}

/** The options with defaults applied to the numbers. */
export type ResolvedPoolOptions = WorkerPoolOptions &
  Readonly<Record<'minThreads' | 'maxThreads' | 'idleTimeout' | 'maxQueue', number>>;

/** The longest delay that Node's timers support. */
const MAX_IDLE_TIMEOUT = 2 ** 31 - 1;

const idleTime: OptionKind = {
  is: (value) => notNegative.is(value) && (value as number) <= MAX_IDLE_TIMEOUT,
  must: `an integer from 0 to ${MAX_IDLE_TIMEOUT}`,
  isRange: true,
};

const KINDS: OptionKinds<WorkerPoolOptions> = {
  minThreads: notNegative,
  maxThreads: positive,
  idleTimeout: idleTime,
  maxQueue: notNegative,
  resourceLimits: object,
  env: object,
  execArgv: texts,
  logger: object,
};

/** @throws TypeError or RangeError if an option is invalid; the message names it */
export function resolvePoolOptions(options: WorkerPoolOptions): ResolvedPoolOptions {
  checkOptions('WorkerPool', options, KINDS);
  const { minThreads = 0, maxThreads = Math.max(availableParallelism() - 1, minThreads, 1) } =
    options;
  if (minThreads > maxThreads) {
    throw new RangeError(
      `WorkerPool: minThreads (${minThreads}) must not be greater than maxThreads (${maxThreads})`,
    );
  }
  const { idleTimeout = 60_000, maxQueue = 50 } = options;
  return { ...options, minThreads, maxThreads, idleTimeout, maxQueue };
}
