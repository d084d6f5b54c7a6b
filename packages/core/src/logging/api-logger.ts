import { escapeError, escapeText } from './escape-text.js';
import type { Logger } from './logger.js';
import { isPromise } from '../async/maybe-promise.js';

type Level = 'error' | 'warn';

/**
 * The logger of an api: the application's own, else its framework's where that offers one, else
 * `console`. It never throws, and escapes text that may have come from a client.
 */
export class ApiLogger implements Logger {
  readonly #isOwn: boolean;
  #target: Logger;

  constructor(logger: Logger | undefined) {
    this.#isOwn = logger !== undefined;
    this.#target = logger ?? console;
  }

  /** Sets the framework's logger, unless the application has passed its own. */
  offer(logger: Logger): void {
    if (!this.#isOwn) this.#target = logger;
  }

  /** The logger for one HTTP request: the framework's own adds more, such as the request's id. */
  of(own: Logger | undefined): Logger {
    return own === undefined || this.#isOwn ? this : new ApiLogger(own);
  }

  error(details: object, message: string): void {
    this.#log('error', details, message);
  }

  warn(details: object, message: string): void {
    this.#log('warn', details, message);
  }

  #log(level: Level, details: object, message: string): void {
    const failed = (loggerFailure: unknown): void =>
      logToConsole({ ...details, loggerFailure }, message);
    try {
      // A logger in JavaScript may return a promise, whatever its type says.
      const written: unknown = this.#target[level](escapeDetails(details), escapeText(message));
      if (isPromise(written)) written.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  }
}

function escapeDetails(details: object): object {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, escapeError(value)]),
  );
}

/** Writes what the application's logger couldn't write to standard error. */
function logToConsole(details: object, message: string): void {
  try {
    console.error(escapeDetails(details), escapeText(message));
  } catch {
    // A thrown object may even throw when it is inspected.
    console.error(`${escapeText(message)} (its details could not be printed)`);
  }
}
