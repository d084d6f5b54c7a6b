/**
 * The state of a key after points were consumed: the shape of `RateLimiterRes` of
 * rate-limiter-flexible.
 */
export interface RateLimitResult {
  /** Milliseconds until the key has all points again; -1 if that never happens. */
  readonly msBeforeNext: number;
  /** The points that remain in this period. */
  readonly remainingPoints: number;
  /** The points that were consumed in this period, including those of rejected calls. */
  readonly consumedPoints: number;
}

/**
 * Counts the points of each key. Any limiter of rate-limiter-flexible is a store, and so is any object
 * with the same `consume()`.
 */
export interface RateLimitStore {
  /**
   * Points per key and period. If it is undefined, the calls of a batch are accepted or rejected
   * together, and responses have no `RateLimit-Policy` header.
   */
  readonly points?: number | undefined;
  /** The length of a period in seconds, for the `RateLimit-Policy` header. */
  readonly duration?: number | undefined;
  /**
   * Consumes points of a key. Resolves if the key has enough points left in this period. Rejects with a
   * {@link RateLimitResult} if it hasn't, and with any other value if the store fails.
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
 * Counts points in memory in fixed periods, as rate-limiter-flexible does, but without timers and with
 * a limited number of keys. A caller that invents keys can therefore displace the oldest periods, but
 * can't fill the memory.
 */
export class MemoryStore implements RateLimitStore {
  readonly points: number;
  readonly duration: number;
  readonly #maxKeys: number;
  /** In the order in which the periods end, because all periods have the same length. */
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
    const [oldest] = this.#periods.keys();
    if (this.#periods.size > this.#maxKeys && oldest !== undefined) this.#periods.delete(oldest);
    return period;
  }

  #dropEnded(now: number): void {
    for (const [key, { endsAt }] of this.#periods) {
      if (endsAt > now) return;
      this.#periods.delete(key);
    }
  }
}

/** Copies a key, because a substring of a header would keep the whole header in memory. */
function copyOf(key: string): string {
  return JSON.parse(JSON.stringify(key)) as string;
}
