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

/** What every rate limit of an entrypoint declares. */
export interface CommonRateLimitOptions {
  /**
   * Returns the caller's identity, as an account or an IP address. There is no default: only the
   * application knows which proxies in front of it can be trusted to name the client. It may throw an
   * `HttpError`, as 401, to end the exchange; a typed error, or InternalError for anything else, is
   * the response to every call of the request.
   */
  readonly key: (httpRequest: HttpRequest) => MaybePromise<string>;
  /**
   * Whether calls run while the store fails: `'reject'` responds with InternalError, `'allow'` runs
   * them without a limit. Both log the error. Default: `'reject'`.
   */
  readonly onStoreError?: 'reject' | 'allow' | undefined;
}

/** A limit that this process counts in memory. */
export interface MemoryRateLimitOptions extends CommonRateLimitOptions {
  /** Points per key and period. */
  readonly points: number;
  /** The length of a period in seconds. It starts with the first call of a key. */
  readonly duration: number;
  /**
   * Keys that are counted at once. Beyond them the key whose period ends first is forgotten.
   * Default: 100,000.
   */
  readonly maxKeys?: number | undefined;
}

/** A limit that a store counts, for several processes together. */
export interface StoreRateLimitOptions extends CommonRateLimitOptions {
  /** A limiter of rate-limiter-flexible, or anything with its `consume()`. */
  readonly store: RateLimitStore;
  /** Milliseconds for the store to respond; beyond it the store has failed. Default: 1,000. */
  readonly storeTimeout?: number | undefined;
}

/** How many points a caller has: counted in memory, or by a store. */
export type RateLimitOptions = MemoryRateLimitOptions | StoreRateLimitOptions;

const keyFunction: OptionKind = {
  ...callback,
  must: 'a function that returns the identity of the caller',
  advice: () => "Write key: (httpRequest) => httpRequest.header('x-api-key') ?? ''.",
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
export function checkRateLimit(where: string, options: unknown): void {
  const place = `${where}: rateLimit`;
  if (!isObject(options)) {
    throw new TypeError(
      `${place} must be an object, not ${describeValue(options)}. Write ` +
        '{ points: 100, duration: 60, key: (httpRequest) => … }.',
    );
  }
  checkOptions(place, options, 'store' in options ? BY_STORE : IN_MEMORY);
}
