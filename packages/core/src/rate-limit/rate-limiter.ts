import type { HttpRequest } from '../http/http-request.js';
import { isBaseError } from '../errors/base-error.js';
import { isHttpError } from '../errors/http-error.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import { isPromise } from '../async/maybe-promise.js';
import { settlesWithin } from '../async/timers.js';
import { MemoryStore, type RateLimitResult, type RateLimitStore } from './rate-limit-store.js';
import type { ChargedCalls, RateLimit, RateLimiter } from './rate-limit.js';
import { checkRateLimit, type RateLimitOptions } from './rate-limit-options.js';
import { chargedCalls } from './rate-limit-charge.js';

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
    start: (policy: string) => startLimiter(policy, options),
  });
}

/** Starts to charge callers for the calls of their HTTP requests. */
function startLimiter(policy: string, options: RateLimitOptions): RateLimiter {
  const { key: identify, onStoreError } = options;
  const isByStore = 'store' in options;
  const store: RateLimitStore = isByStore
    ? options.store
    : new MemoryStore({ ...options, maxKeys: options.maxKeys ?? 100_000 });
  const storeTimeout = isByStore ? (options.storeTimeout ?? 1_000) : Infinity;
  const storeTimedOut = (): Error =>
    new Error(`rateLimit: the store did not respond within ${storeTimeout} ms`);

  /** Sends one request to the store for all calls, which are then accepted or rejected in request order. */
  const consume = async (
    key: string,
    costs: readonly number[],
    total: number,
  ): Promise<ChargedCalls> => {
    try {
      const result = await within(storeTimeout, store.consume(key, total), storeTimedOut);
      return chargedCalls({ policy, store, result, costs, available: Infinity });
    } catch (result) {
      if (!isRateLimitResult(result)) throw result;
      const available = pointsBefore(store, result, total);
      return chargedCalls({ policy, store, result, costs, available });
    }
  };

  return {
    async charge(request, costs, { logger, timeout }) {
      const key = await keyOf(request, identify, timeout);
      const total = costs.reduce((sum, cost) => sum + cost, 0);
      if (total === 0) return undefined;
      try {
        return await consume(key, costs, total);
      } catch (cause) {
        const err = new Error('rateLimit: the store failed', { cause });
        if (onStoreError !== 'allow') throw err;
        logger.error({ err }, 'Rate limit store failed; the calls run without a limit');
        return undefined;
      }
    },
  };
}

/**
 * Returns the key of the caller, which is a hash if it is long.
 *
 * @throws the typed error or `HttpError` that `key()` throws, RequestTimeout if `key()` takes too long, and
 *   an Error if it fails
 */
async function keyOf(
  request: HttpRequest,
  identify: RateLimitOptions['key'],
  timeout: number,
): Promise<string> {
  let key: unknown;
  try {
    const returned = identify(request);
    key = isPromise(returned)
      ? await within(timeout, Promise.resolve(returned), () => new RequestTimeout())
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

/** @throws the error of the promise, or another one if the promise isn't settled within the time limit */
async function within<T>(
  milliseconds: number,
  promise: Promise<T>,
  timedOut: () => Error,
): Promise<T> {
  if (milliseconds === Infinity || (await settlesWithin(promise, milliseconds))) return promise;
  throw timedOut();
}
