/** What a store returns for the points of a key: the shape of `RateLimiterRes`. */
export interface RateLimitResult {
  /** Milliseconds until the key has all its points again; -1 if they never come back. */
  readonly msBeforeNext: number;
  /** Points that are left in this period. */
  readonly remainingPoints: number;
  /** Points that were consumed in this period, those of rejected calls included. */
  readonly consumedPoints: number;
}

/**
 * Counts the points of each key: any limiter of rate-limiter-flexible, or anything with the same
 * `consume()`.
 */
export interface RateLimitStore {
  /**
   * Points per key and period. Without it the calls of a batch are accepted or rejected together, and
   * responses have no `RateLimit-Policy` header.
   */
  readonly points?: number | undefined;
  /** The length of a period in seconds, for the `RateLimit-Policy` header. */
  readonly duration?: number | undefined;
  /**
   * Adds points to those that the key consumed in this period. Resolves if they fit, rejects with a
   * {@link RateLimitResult} if they don't, and with anything else if the store failed.
   */
  consume(key: string, points: number): Promise<RateLimitResult>;
}

interface Period {
  consumed: number;
  readonly endsAt: number;
}

export interface MemoryStoreOptions {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
  readonly maxKeys: number;
}

/**
 * Counts in fixed periods, as rate-limiter-flexible does, and keeps a bounded number of keys: with
 * invented keys, an unauthenticated caller can erase the oldest periods, but not fill the memory. It has
 * no timers.
 */
export class MemoryStore implements RateLimitStore {
  readonly points: number;
  readonly duration: number;
  readonly #maxKeys: number;
  /** In the order in which they end, as all periods have the same length. */
  readonly #periods = new Map<string, Period>();

  constructor({ points, duration, maxKeys }: MemoryStoreOptions) {
    this.points = points;
    this.duration = duration;
    this.#maxKeys = maxKeys;
  }

  consume(key: string, points: number): Promise<RateLimitResult> {
    const now = performance.now();
    this.#dropEnded(now);
    const period = this.#periods.get(key) ?? this.#begin(key, now);
    period.consumed += points;
    const result: RateLimitResult = {
      msBeforeNext: Math.round(period.endsAt - now),
      remainingPoints: Math.max(this.points - period.consumed, 0),
      consumedPoints: period.consumed,
    };
    return period.consumed > this.points ? Promise.reject(result) : Promise.resolve(result);
  }

  #begin(key: string, now: number): Period {
    const period = { consumed: 0, endsAt: now + this.duration * 1000 };
    this.#periods.set(copyOf(key), period);
    if (this.#periods.size > this.#maxKeys) this.#dropOldest();
    return period;
  }

  #dropEnded(now: number): void {
    for (const [key, { endsAt }] of this.#periods) {
      if (endsAt > now) return;
      this.#periods.delete(key);
    }
  }

  #dropOldest(): void {
    for (const key of this.#periods.keys()) {
      this.#periods.delete(key);
      return;
    }
  }
}

/** A key that was cut from a header would keep the whole header in memory. */
function copyOf(key: string): string {
  return JSON.parse(JSON.stringify(key)) as string;
}
