import { ignoreRejection, isPromise } from '../async/maybe-promise.js';
import type { Logger } from '../logging/logger.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { type BaseError, isBaseError } from './base-error.js';
import { type HttpError, isHttpError } from './http-error.js';

/**
 * Returns the typed error or the `HttpError` for an error of the application, or undefined for an error
 * that it doesn't know.
 */
export type MapError = (error: unknown) => BaseError | HttpError | undefined;

/**
 * Returns the error for a thrown value: the first one that a function returns, otherwise the value itself.
 * Typed errors and `HttpError`s aren't passed to the functions. Never throws.
 */
export function mapThrown(thrown: unknown, maps: readonly MapError[], logger: Logger): unknown {
  if (isBaseError(thrown) || isHttpError(thrown)) return thrown;
  for (const map of maps) {
    try {
      const mapped: unknown = map(thrown);
      if (isBaseError(mapped) || isHttpError(mapped)) {
        warnOfDroppedMembers(thrown, logger);
        return mapped;
      }
      if (mapped === undefined) continue;
      if (isPromise(mapped)) void ignoreRejection(Promise.resolve(mapped));
      throw new TypeError(
        `mapError() must return a typed error, an HttpError or undefined, not ${describeValue(mapped)}`,
      );
    } catch (err) {
      logger.error({ err }, 'mapError() failed');
    }
  }
  return thrown;
}

const SENT = new Set(['code', 'message', 'data']);

/** An `Error` has members that aren't meant for clients, but a thrown plain object is the error. */
function warnOfDroppedMembers(thrown: unknown, logger: Logger): void {
  if (!isObject(thrown) || thrown instanceof Error) return;
  const members = Object.keys(thrown).filter((name) => !SENT.has(name));
  if (members.length === 0) return;
  logger.warn({ members }, 'Members of an error left out: only code, message and data are sent');
}
