import type { HttpRequest } from '../http/http-request.js';
import { BaseError } from '../errors/base-error.js';
import { HttpError } from '../errors/http-error.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import type { Logger } from '../logging/logger.js';
import { isPromise } from '../async/maybe-promise.js';
import { MemoryStore, type RateLimitResult, type RateLimitStore } from './rate-limit-store.js';
import type { RateLimitOptions } from './rate-limit-options.js';
import { RateLimitCharge } from './rate-limit-charge.js';

/** What fits the key column of rate-limiter-flexible's tables, and bounds the memory store. */
const MAX_KEY_LENGTH = 200;

/** Charges the calls of HTTP requests to their callers' points. */
export class RateLimiter {
  readonly #key: RateLimitOptions['key'];
  readonly #keyTimeout: number;
  readonly #store: RateLimitStore;
  readonly #storeTimeout: number;
  readonly #allowsOnStoreError: boolean;

  /** @param keyTimeout milliseconds for an asynchronous `key()` */
  constructor(options: RateLimitOptions, keyTimeout: number) {
    const isByStore = 'store' in options;
    this.#key = options.key;
    this.#keyTimeout = keyTimeout;
    this.#store = isByStore
      ? options.store
      : new MemoryStore({ ...options, maxKeys: options.maxKeys ?? 100_000 });
    this.#storeTimeout = isByStore ? (options.storeTimeout ?? 1_000) : Infinity;
    this.#allowsOnStoreError = options.onStoreError === 'allow';
  }

  /**
   * Charges the calls of one HTTP request, given by their costs in request order; undefined if
   * nothing was charged, as every call is free or the store failed and `onStoreError` is `'allow'`.
   *
   * @throws what `key()` throws, RequestTimeout if it takes too long, and an Error if the store fails
   */
  async charge(
    request: HttpRequest,
    costs: readonly number[],
    logger: Logger,
  ): Promise<RateLimitCharge | undefined> {
    const key = await this.#keyOf(request);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    if (total === 0) return undefined;
    try {
      return await this.#consume(key, costs, total);
    } catch (cause) {
      const err = new Error('The store of the rate limit failed', { cause });
      if (!this.#allowsOnStoreError) throw err;
      logger.error({ err }, 'Rate limit store failed; the calls run without a limit');
      return undefined;
    }
  }

  async #keyOf(request: HttpRequest): Promise<string> {
    let key: unknown;
    try {
      const made = this.#key(request);
      key = isPromise(made)
        ? await within(Promise.resolve(made), this.#keyTimeout, () => new RequestTimeout())
        : made;
    } catch (error) {
      throw isForClient(error)
        ? error
        : new Error('key() of the rate limit failed', { cause: error });
    }
    if (typeof key === 'string') return key.length > MAX_KEY_LENGTH ? hashOf(key) : key;
    throw new TypeError(
      `key() of the rate limit returned ${typeof key}; return a string that identifies the caller`,
    );
  }

  /** One request to the store for all calls: it accepts or rejects them in request order. */
  async #consume(key: string, costs: readonly number[], total: number): Promise<RateLimitCharge> {
    const store = this.#store;
    const timedOut = (): Error =>
      new Error(`The store did not respond within ${this.#storeTimeout} ms`);
    try {
      const result = await within(store.consume(key, total), this.#storeTimeout, timedOut);
      return new RateLimitCharge({ store, result, costs, available: Infinity });
    } catch (rejection) {
      if (!isRateLimitResult(rejection)) throw rejection;
      return new RateLimitCharge({
        store,
        result: rejection,
        costs,
        available: pointsBefore(store, rejection, total),
      });
    }
  }
}

/**
 * Points that the key had left before the calls were charged; 0 if the store's numbers don't explain why
 * it rejected them, as those of one that blocks the key without counting, or falls back to another store.
 */
function pointsBefore(
  { points = 0 }: RateLimitStore,
  { consumedPoints }: RateLimitResult,
  charged: number,
): number {
  const left = points - (consumedPoints - charged);
  return consumedPoints >= charged && left > 0 && left < charged ? left : 0;
}

async function hashOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Application code may throw anything, even what can't be looked at. */
function isForClient(error: unknown): boolean {
  try {
    return error instanceof BaseError || error instanceof HttpError;
  } catch {
    return false;
  }
}

function isRateLimitResult(value: unknown): value is RateLimitResult {
  if (typeof value !== 'object' || value === null || value instanceof Error) return false;
  const { msBeforeNext, consumedPoints } = value as Partial<RateLimitResult>;
  return typeof msBeforeNext === 'number' && typeof consumedPoints === 'number';
}

/** The promise's outcome, or a rejection with this error if it takes longer than that. */
async function within<T>(
  promise: Promise<T>,
  milliseconds: number,
  error: () => Error,
): Promise<T> {
  if (milliseconds === Infinity) return promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
