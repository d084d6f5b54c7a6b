import { isPromise } from '../async/maybe-promise.js';
import type { Logger } from './logger.js';

/**
 * Calls a function of the application without waiting for it. Logs the error if the function throws, or
 * if it returns a promise that rejects.
 *
 * @param message the log message in case of a failure
 */
export function callGuarded(logger: Logger, message: string, call: () => unknown): void {
  const failed = (err: unknown): void => logger.error({ err }, message);
  try {
    const returned = call();
    if (isPromise(returned)) returned.then(undefined, failed);
  } catch (err) {
    failed(err);
  }
}
