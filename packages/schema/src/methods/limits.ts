import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import type { Limits } from '@jsonrpc-kit/openrpc';
import type { DescribedMethod } from './described-methods.js';

/** Returns the limits of an entrypoint, for calls of a method that overrides none. */
export function entrypointLimits({ settings }: AnyEntrypoint): Limits {
  const { limits, timeout } = settings;
  const { maxBodyBytes, maxBatchSize } = limits;
  return {
    ...finite({ maxBodyBytes, maxBatchSize, timeout }),
    ...callRate('rateLimit', settings.rateLimit, 1),
  };
}

/** Returns the limits of a method's calls. The rate limit of its entrypoint and its own one both apply. */
export function methodLimits({ description, entrypoint }: DescribedMethod): Limits {
  const { maxBodyBytes, maxBatchSize } = entrypoint.settings.limits;
  const { timeout, cost, rateLimit } = description;
  return {
    ...finite({ maxBodyBytes, maxBatchSize, timeout }),
    ...callRate('rateLimit', entrypoint.settings.rateLimit, cost),
    ...callRate('methodRateLimit', rateLimit, cost),
  };
}

/** Leaves out `Infinity`, which means that there is no limit, and which JSON can't represent. */
function finite(limits: Limits): Limits {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== Infinity));
}

function callRate(
  name: 'rateLimit' | 'methodRateLimit',
  limit: AnyEntrypoint['settings']['rateLimit'],
  cost: number,
): Limits {
  if (limit === undefined || cost === 0) return {};
  const { points, duration: seconds } = limit;
  if (points === undefined || seconds === undefined) return { [name]: {} };
  return { [name]: { calls: Math.floor(points / cost), seconds } };
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
