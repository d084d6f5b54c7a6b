import type { ChargedCalls } from './rate-limit.js';
import type { RateLimitResult, RateLimitStore } from './rate-limit-store.js';

type Header = readonly [string, string];

interface Charge {
  /** The name of the limit in the headers. */
  readonly policy: string;
  readonly store: RateLimitStore;
  /** What the store returned or rejected with. */
  readonly result: Partial<RateLimitResult> | undefined;
  /** The calls' costs in request order. */
  readonly costs: readonly number[];
  /** The points that the caller had left before the charge. */
  readonly available: number;
}

/** Decides which calls of an HTTP request exceed the rate limit, and builds the headers that report it. */
export function chargedCalls({ policy, store, result, costs, available }: Charge): ChargedCalls {
  const rejected = new Set<number>();
  let left = available;
  for (const [index, cost] of costs.entries()) {
    left -= cost;
    if (cost > 0 && left < 0) rejected.add(index);
  }
  const name = quoted(policy);
  const retryAfterMs = finite(result?.msBeforeNext, 0);
  const remaining = finite(result?.remainingPoints, 0);
  return {
    retryAfterMs,
    // draft-ietf-httpapi-ratelimit-headers-11
    headers: [...policyHeader(name, store), ...limitHeader(name, remaining, retryAfterMs)],
    rejects: (index) => rejected.has(index),
  };
}

/**
 * Returns undefined unless the value is a number in range, because a store of the application may
 * return anything.
 */
function finite(value: unknown, atLeast: number): number | undefined {
  return typeof value === 'number' && value >= atLeast && value <= MAX_INTEGER ? value : undefined;
}

/** RFC 9651, section 3.3.1: an integer has at most 15 digits. */
const MAX_INTEGER = 999_999_999_999_999;

/** RFC 9651, section 3.3.3: a string has only printable characters of ASCII. */
function quoted(policy: string): string {
  const printable = policy.replace(/[^\x20-\x7E]/g, '?');
  return `"${printable.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

function policyHeader(name: string, { points, duration }: RateLimitStore): Header[] {
  const quota = finite(points, 1);
  if (quota === undefined) return [];
  const period = finite(duration, 1);
  const window = period === undefined ? '' : `;w=${Math.ceil(period)}`;
  return [['ratelimit-policy', `${name};q=${Math.floor(quota)}${window}`]];
}

function limitHeader(
  name: string,
  remaining: number | undefined,
  resetMs: number | undefined,
): Header[] {
  if (remaining === undefined) return [];
  const reset = resetMs === undefined ? '' : `;t=${Math.ceil(resetMs / 1000)}`;
  return [['ratelimit', `${name};r=${Math.floor(remaining)}${reset}`]];
}
