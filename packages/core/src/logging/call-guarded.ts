import { isPromise } from '../async/maybe-promise.js';
import type { Logger } from './logger.js';

/**
 * Calls a function of the application that nothing waits for. Logs what it throws, or what its promise
 * rejects with: a function in JavaScript may return one, whatever its type says.
 *
 * @param message the log message of a failure
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
