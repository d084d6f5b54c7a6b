import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import type { DescribedMethod } from './described-methods.js';

/** The limits that clients have to know, as the extension `x-limits`. A limit that is absent doesn't exist. */
export interface Limits {
  /** The bytes of a request body. */
  readonly maxBodyBytes?: number;
  /** The calls of a batch. */
  readonly maxBatchSize?: number;
  /** Milliseconds until a call gets RequestTimeout. */
  readonly timeout?: number;
  /** The calls of a client per period. Empty if the server doesn't publish their number. */
  readonly rateLimit?: RateLimit;
}

/** How many calls a client may send in how many seconds. */
export interface RateLimit {
  readonly calls?: number;
  readonly seconds?: number;
}

/** Returns the limits of an entrypoint, for calls of a method that overrides none. */
export function entrypointLimits({ settings }: AnyEntrypoint): Limits {
  const { maxBodyBytes, maxBatchSize, timeout } = settings;
  return { maxBodyBytes, maxBatchSize, ...timeLimit(timeout), ...rateLimit(settings, 1) };
}

/** Returns the limits of a method's calls. */
export function methodLimits({ description, entrypoint }: DescribedMethod): Limits {
  const { maxBodyBytes, maxBatchSize } = entrypoint.settings;
  const { timeout, cost } = description;
  return {
    maxBodyBytes,
    maxBatchSize,
    ...timeLimit(timeout),
    ...rateLimit(entrypoint.settings, cost),
  };
}

function timeLimit(timeout: number): Limits {
  return timeout === Infinity ? {} : { timeout };
}

function rateLimit({ rateLimit: options }: AnyEntrypoint['settings'], cost: number): Limits {
  if (options === undefined || cost === 0) return {};
  const { points, duration: seconds } = 'store' in options ? options.store : options;
  if (points === undefined || seconds === undefined) return { rateLimit: {} };
  return { rateLimit: { calls: Math.floor(points / cost), seconds } };
}

/** Splits the limits of several methods into those that all of them share, and the others of each. */
export function shareLimits(all: readonly Limits[]): {
  readonly shared: Limits;
  readonly own: readonly Limits[];
} {
  const [first = {}] = all;
  const isShared = ([name, value]: readonly [string, unknown]): boolean =>
    all.every((limits) => JSON.stringify(limits[name as keyof Limits]) === JSON.stringify(value));
  const shared: Limits = Object.fromEntries(Object.entries(first).filter(isShared));
  const own = all.map((limits): Limits =>
    Object.fromEntries(Object.entries(limits).filter(([name]) => !(name in shared))),
  );
  return { shared, own };
}
