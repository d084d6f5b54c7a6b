import type { HttpRequest } from '../http/http-request.js';
import { isBaseError } from '../errors/base-error.js';
import { isHttpError } from '../errors/http-error.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import { isPromise } from '../async/maybe-promise.js';
import { MemoryStore, type RateLimitResult, type RateLimitStore } from './rate-limit-store.js';
import type { ChargeContext, RateLimit, RateLimiter } from './rate-limit.js';
import { checkRateLimit, type RateLimitOptions } from './rate-limit-options.js';
import { RateLimitCharge } from './rate-limit-charge.js';

/**
 * Fits into the key column of rate-limiter-flexible's tables, and limits the size of the memory store.
 */
const MAX_KEY_LENGTH = 200;
/** Shorter keys that begin with it are hashed too, so that no key is equal to another one's hash. */
const HASH_PREFIX = 'sha256:';

/**
 * Limits the calls of each caller, in memory or in a store. Pass it to an entrypoint or a method, or to
 * several of an api, which then share the points:
 *
 * ```ts
 * const v1 = new Entrypoint('/api/v1/jsonrpc', {
 *   rateLimit: rateLimit({
 *     points: 100,
 *     duration: 60,
 *     // A header that the proxy sets, so that clients can't choose it.
 *     key: (httpRequest) => httpRequest.header('x-caller') ?? 'anonymous',
 *   }),
 * });
 * ```
 *
 * @param options either `points` and `duration`, which this process counts in its memory, or a `store`
 *   that several processes share; and the function `key`, which identifies the caller
 * @throws TypeError or RangeError if an option is missing or invalid
 */
export function rateLimit(options: RateLimitOptions): RateLimit {
  checkRateLimit(options);
  const { points, duration } = 'store' in options ? options.store : options;
  return Object.freeze({
    points,
    duration,
    start: (policy: string) => new StoreRateLimiter(policy, options),
  });
}

/** Charges callers for the calls of their HTTP requests. */
class StoreRateLimiter implements RateLimiter {
  readonly #policy: string;
  readonly #key: RateLimitOptions['key'];
  readonly #store: RateLimitStore;
  readonly #storeTimeout: number;
  readonly #allowsOnStoreError: boolean;

  constructor(policy: string, options: RateLimitOptions) {
    this.#policy = policy;
    const isByStore = 'store' in options;
    this.#key = options.key;
    this.#store = isByStore
      ? options.store
      : new MemoryStore({ ...options, maxKeys: options.maxKeys ?? 100_000 });
    this.#storeTimeout = isByStore ? (options.storeTimeout ?? 1_000) : Infinity;
    this.#allowsOnStoreError = options.onStoreError === 'allow';
  }

  /**
   * Charges the caller for the calls of one HTTP request. Returns undefined if nothing was charged,
   * because every call is free, or because the store failed and `onStoreError` is `'allow'`.
   *
   * @param costs the points of each call, in request order
   * @throws the typed error or `HttpError` that `key()` throws, RequestTimeout if `key()` takes too
   *   long, and an Error if `key()` or the store fails
   */
  async charge(
    request: HttpRequest,
    costs: readonly number[],
    { logger, timeout }: ChargeContext,
  ): Promise<RateLimitCharge | undefined> {
    const key = await this.#keyOf(request, timeout);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    if (total === 0) return undefined;
    try {
      return await this.#consume(key, costs, total);
    } catch (cause) {
      const err = new Error('rateLimit: the store failed', { cause });
      if (!this.#allowsOnStoreError) throw err;
      logger.error({ err }, 'Rate limit store failed; the calls run without a limit');
      return undefined;
    }
  }

  async #keyOf(request: HttpRequest, timeout: number): Promise<string> {
    let key: unknown;
    try {
      const returned = this.#key(request);
      key = isPromise(returned)
        ? await withTimeout(Promise.resolve(returned), timeout, () => new RequestTimeout())
        : returned;
    } catch (error) {
      throw isBaseError(error) || isHttpError(error)
        ? error
        : new Error('rateLimit: key() failed', { cause: error });
    }
    if (typeof key === 'string') {
      return key.length > MAX_KEY_LENGTH || key.startsWith(HASH_PREFIX) ? hashOf(key) : key;
    }
    throw new TypeError(
      `rateLimit: key() returned a value of type ${typeof key}. Return a string that identifies the caller.`,
    );
  }

  /**
   * Sends one request to the store for all calls, which are then accepted or rejected in request order.
   */
  async #consume(key: string, costs: readonly number[], total: number): Promise<RateLimitCharge> {
    const [store, policy] = [this.#store, this.#policy];
    const timedOut = (): Error =>
      new Error(`rateLimit: the store did not respond within ${this.#storeTimeout} ms`);
    try {
      const result = await withTimeout(store.consume(key, total), this.#storeTimeout, timedOut);
      return new RateLimitCharge({ policy, store, result, costs, available: Infinity });
    } catch (rejection) {
      if (!isRateLimitResult(rejection)) throw rejection;
      return new RateLimitCharge({
        policy,
        store,
        result: rejection,
        costs,
        available: pointsBefore(store, rejection, total),
      });
    }
  }
}

/**
 * Returns the points that the key had left before the charge. Returns 0 if the numbers of the store
 * don't explain the rejection, for example because it blocks the key without counting, or uses a
 * fallback store.
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
  const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `${HASH_PREFIX}${bytes.join('')}`;
}

function isRateLimitResult(value: unknown): value is RateLimitResult {
  if (typeof value !== 'object' || value === null || value instanceof Error) return false;
  const { msBeforeNext, consumedPoints } = value as Partial<RateLimitResult>;
  return typeof msBeforeNext === 'number' && typeof consumedPoints === 'number';
}

/**
 * Returns a promise that settles like the given one, or rejects if that takes longer than the given
 * time.
 */
async function withTimeout<T>(
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
