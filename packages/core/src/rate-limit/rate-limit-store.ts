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
