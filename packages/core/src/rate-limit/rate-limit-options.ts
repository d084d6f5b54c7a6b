import type { HttpRequest } from '../http/http-request.js';
import type { MaybePromise } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import {
  callback,
  isFunction,
  timeLimit,
  oneOf,
  type OptionKind,
  positive,
} from '../options/option-kind.js';
import { isObject, describeValue } from '../options/describe-value.js';
import type { RateLimitStore } from './rate-limit-store.js';

/** The options that all rate limits share. */
export interface CommonRateLimitOptions {
  /**
   * Returns the identity of the caller. Callers with the same identity share the points. Return what a
   * caller can't choose freely, such as a verified account, or the address that your proxy reports:
   * with a header that isn't verified, a caller gets new points by sending another value. There is no
   * default, because only the application knows which proxies it can trust.
   *
   * The function runs before the `messageDependencies` and the dependencies of the calls, so a rejected
   * call opens none. It can't use their values.
   *
   * If the function throws a typed error, such as `Unauthorized`, the error is the response to each call
   * to which the limit applies. An `HttpError` is the response to the whole HTTP request. Any other error
   * becomes InternalError.
   */
  readonly key: (httpRequest: HttpRequest) => MaybePromise<string>;
  /**
   * What to do with calls if the store fails: `'reject'` responds with InternalError, `'allow'` runs
   * the calls without a limit. Both log the error, unless `mapError` of the api converts the one of
   * `'reject'`. Default: `'reject'`.
   */
  readonly onStoreError?: 'reject' | 'allow' | undefined;
}

/** A rate limit whose points are counted in the memory of this process. */
export interface MemoryRateLimitOptions extends CommonRateLimitOptions {
  /** Points per key and period. */
  readonly points: number;
  /** The length of a period in seconds. A period starts with the first call of a key. */
  readonly duration: number;
  /**
   * The maximum number of keys to keep in memory. Beyond it, the key whose period ends first is
   * dropped. Default: 100,000.
   */
  readonly maxKeys?: number | undefined;
}

/** A rate limit whose points are counted in a store that several processes can share. */
export interface StoreRateLimitOptions extends CommonRateLimitOptions {
  /** A limiter of rate-limiter-flexible, or any object with the same `consume()`. */
  readonly store: RateLimitStore;
  /**
   * Milliseconds within which the store must respond; beyond it, the store counts as failed. Default:
   * 1,000.
   */
  readonly storeTimeout?: number | undefined;
}

/** Options of a rate limit that is counted in memory or in a store. */
export type RateLimitOptions = MemoryRateLimitOptions | StoreRateLimitOptions;

const keyFunction: OptionKind = {
  ...callback,
  must: 'a function that returns the identity of the caller',
  advice: () =>
    "Write key: (httpRequest) => httpRequest.header('x-caller') ?? 'anonymous', with a header that your proxy sets.",
  isRequired: true,
};

const COMMON: OptionKinds<CommonRateLimitOptions> = {
  key: keyFunction,
  onStoreError: oneOf('reject', 'allow'),
};

const IN_MEMORY: OptionKinds<MemoryRateLimitOptions> = {
  points: { ...positive, isRequired: true },
  duration: {
    is: (value) => typeof value === 'number' && value > 0 && value < Infinity,
    must: 'a positive number of seconds',
    isRequired: true,
    isRange: true,
  },
  maxKeys: positive,
  ...COMMON,
};

const BY_STORE: OptionKinds<StoreRateLimitOptions> = {
  store: {
    is: (value) => isObject(value) && isFunction(value['consume']),
    must: 'an object with the function consume',
    advice: () => 'Write a limiter of rate-limiter-flexible, such as new RateLimiterRedis({ … }).',
    isRequired: true,
  },
  storeTimeout: timeLimit,
  ...COMMON,
};

/** @throws TypeError or RangeError that names the option */
export function checkRateLimit(options: unknown): void {
  if (!isObject(options)) {
    throw new TypeError(
      `rateLimit() needs an object, not ${describeValue(options)}. Write ` +
        'rateLimit({ points: 100, duration: 60, key: (httpRequest) => … }).',
    );
  }
  checkOptions('rateLimit()', options, 'store' in options ? BY_STORE : IN_MEMORY);
}
