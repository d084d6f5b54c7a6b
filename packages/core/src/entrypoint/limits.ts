import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { positiveOrInfinity, timeLimit } from '../options/option-kind.js';
import { DEFAULT_SEND_TIMEOUT } from '../http/http-response.js';

/**
 * Limits for the messages of an entrypoint: sizes in bytes, and times in milliseconds. Each of them accepts
 * `Infinity` for no limit.
 */
export interface EntrypointLimits {
  /** The maximum size of a body in bytes; beyond it, the client gets 413. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum number of requests in a batch. A larger batch gets InvalidRequest. Default: 1000. */
  readonly maxBatchSize?: number | undefined;
  /**
   * The maximum size of the response to one call, in bytes; beyond it, the call gets LimitExceeded.
   * Default: 10 MiB.
   */
  readonly maxResultBytes?: number | undefined;
  /**
   * The maximum size of all responses of a batch, in bytes. Once it is reached, the remaining calls get
   * LimitExceeded. Default: 25 MiB.
   */
  readonly maxResponseBytes?: number | undefined;
  /** Milliseconds within which a body must arrive; beyond it, the client gets 408. Default: 30,000. */
  readonly bodyTimeout?: number | undefined;
  /**
   * Milliseconds within which the client must receive the response; beyond it, the connection is closed
   * and the teardowns run. Default: 60,000.
   */
  readonly sendTimeout?: number | undefined;
}

/** Limits with defaults applied. */
export type ResolvedLimits = { readonly [Limit in keyof EntrypointLimits]-?: number };

const KINDS: OptionKinds<EntrypointLimits> = {
  maxBodyBytes: positiveOrInfinity,
  maxBatchSize: positiveOrInfinity,
  maxResultBytes: positiveOrInfinity,
  maxResponseBytes: positiveOrInfinity,
  bodyTimeout: timeLimit,
  sendTimeout: timeLimit,
};

/** @throws TypeError or RangeError if a limit is unknown or invalid */
export function resolveLimits(where: string, limits: EntrypointLimits = {}): ResolvedLimits {
  checkOptions(`${where}: limits`, limits, KINDS);
  return Object.freeze({
    maxBodyBytes: limits.maxBodyBytes ?? 1024 * 1024,
    maxBatchSize: limits.maxBatchSize ?? 1000,
    maxResultBytes: limits.maxResultBytes ?? 10 * 1024 * 1024,
    maxResponseBytes: limits.maxResponseBytes ?? 25 * 1024 * 1024,
    bodyTimeout: limits.bodyTimeout ?? 30_000,
    sendTimeout: limits.sendTimeout ?? DEFAULT_SEND_TIMEOUT,
  });
}

/** How many background tasks of an entrypoint run and wait. */
export interface BackgroundTaskOptions {
  /** How many background tasks may run at once. Default: 100. */
  readonly concurrency?: number | undefined;
  /** How many background tasks may wait. Beyond it, new calls get LimitExceeded. Default: 1,000. */
  readonly maxWaiting?: number | undefined;
}

const BACKGROUND_TASK_KINDS: OptionKinds<BackgroundTaskOptions> = {
  concurrency: positiveOrInfinity,
  maxWaiting: positiveOrInfinity,
};

/** @throws TypeError or RangeError if an option is unknown or invalid */
export function resolveBackgroundTaskOptions(
  where: string,
  options: BackgroundTaskOptions = {},
): Readonly<Record<keyof BackgroundTaskOptions, number>> {
  checkOptions(`${where}: backgroundTasks`, options, BACKGROUND_TASK_KINDS);
  const { concurrency = 100, maxWaiting = 1_000 } = options;
  return Object.freeze({ concurrency, maxWaiting });
}
