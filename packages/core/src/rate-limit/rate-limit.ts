import type { HttpRequest } from '../http/http-request.js';
import type { Logger } from '../logging/logger.js';
import { isObject } from '../options/describe-value.js';
import { isFunction, type OptionKind } from '../options/option-kind.js';

/**
 * Limits the calls of each caller per period. `rateLimit()` of `@jsonrpc-kit/core/rate-limit` creates
 * one. The entrypoints and methods of an api that have the same value share its points.
 */
export interface RateLimit {
  /** Points per key and period, for API schemas; undefined if the store doesn't publish them. */
  readonly points: number | undefined;
  /** The length of a period in seconds, for API schemas. */
  readonly duration: number | undefined;
  /** Rejects the options of `rateLimit()`. The compiler includes the text in its error. */
  readonly key?: 'Pass these options to rateLimit() of @jsonrpc-kit/core/rate-limit.' | undefined;
  /**
   * Starts to count, for one api.
   *
   * @param policy the name of the limit in the `RateLimit` headers
   */
  start(policy: string): RateLimiter;
}

/** Counts the calls of the callers of an api. */
export interface RateLimiter {
  /**
   * Charges the caller for the calls of one HTTP request. Returns undefined if nothing was charged.
   *
   * @param costs the points of each call, in request order
   * @throws the typed error or `HttpError` to respond with; any other error becomes InternalError
   */
  charge(
    request: HttpRequest,
    costs: readonly number[],
    context: ChargeContext,
  ): Promise<ChargedCalls | undefined>;
}

/** What a {@link RateLimiter} needs of the entrypoint. */
export interface ChargeContext {
  /** Receives the failures of the limiter's store and of its callbacks. */
  readonly logger: Logger;
  /** The time limit for the identification of the caller, in milliseconds. */
  readonly timeout: number;
}

/** The decision of a {@link RateLimiter} about the calls of one HTTP request. */
export interface ChargedCalls {
  /** Milliseconds until the caller has all points again; undefined if that is unknown or never happens. */
  readonly retryAfterMs: number | undefined;
  /** The headers of the HTTP response that report the limit. Their values are lists. */
  readonly headers: readonly (readonly [string, string])[];
  /** Whether the call with this index in the batch is rejected. */
  rejects(index: number): boolean;
}

/** Accepts a {@link RateLimit}. */
export const rateLimitKind: OptionKind = {
  is: (value) => isObject(value) && isFunction(value['start']),
  must: 'a value from rateLimit()',
  advice: () =>
    'Write rateLimit: rateLimit({ points: 100, duration: 60, key }), from @jsonrpc-kit/core/rate-limit.',
};
