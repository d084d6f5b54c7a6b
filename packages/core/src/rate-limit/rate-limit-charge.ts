import type { ChargedCalls } from './rate-limit.js';
import type { RateLimitResult, RateLimitStore } from './rate-limit-store.js';

type Header = readonly [string, string];

interface Charge {
  readonly store: RateLimitStore;
  /** What the store returned or rejected with. */
  readonly result: Partial<RateLimitResult> | undefined;
  /** The calls' costs in request order. */
  readonly costs: readonly number[];
  /** The points that the caller had left before the charge. */
  readonly available: number;
}

/**
 * Decides which calls of an HTTP request exceed the rate limit, and builds the headers that report it.
 */
export class RateLimitCharge implements ChargedCalls {
  readonly retryAfterMs: number | undefined;
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). */
  readonly headers: readonly Header[];
  readonly #rejected = new Set<number>();
  readonly #callCount: number;

  constructor({ store, result, costs, available }: Charge) {
    this.retryAfterMs = finite(result?.msBeforeNext, 0);
    this.#callCount = costs.length;
    let left = available;
    for (const [index, cost] of costs.entries()) {
      left -= cost;
      if (cost > 0 && left < 0) this.#rejected.add(index);
    }
    this.headers = [
      ...policyHeader(store),
      ...limitHeader(finite(result?.remainingPoints, 0), this.retryAfterMs),
      ...(this.rejectsAll ? retryAfterHeader(this.retryAfterMs) : []),
    ];
  }

  rejects(index: number): boolean {
    return this.#rejected.has(index);
  }

  get rejectsAll(): boolean {
    return this.#rejected.size === this.#callCount;
  }
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

/** The name of the policy. It is fixed, because an entrypoint has only one policy. */
const POLICY = '"default"';

function policyHeader({ points, duration }: RateLimitStore): Header[] {
  const quota = finite(points, 1);
  if (quota === undefined) return [];
  const period = finite(duration, 1);
  const window = period === undefined ? '' : `;w=${Math.ceil(period)}`;
  return [['ratelimit-policy', `${POLICY};q=${Math.floor(quota)}${window}`]];
}

function limitHeader(remaining: number | undefined, resetMs: number | undefined): Header[] {
  if (remaining === undefined) return [];
  const reset = resetMs === undefined ? '' : `;t=${seconds(resetMs)}`;
  return [['ratelimit', `${POLICY};r=${Math.floor(remaining)}${reset}`]];
}

function retryAfterHeader(resetMs: number | undefined): Header[] {
  return resetMs === undefined ? [] : [['retry-after', String(Math.max(seconds(resetMs), 1))]];
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
