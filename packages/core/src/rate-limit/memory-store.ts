import type { RateLimitResult, RateLimitStore } from './rate-limit-store.js';

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
 * Counts in fixed periods, as rate-limiter-flexible does, and keeps a bounded number of keys: a
 * stranger who invents them makes it forget the oldest periods, but not hold more memory. It has no
 * timers.
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
