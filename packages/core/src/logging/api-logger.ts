import { escapeError, escapeText } from './escape-text.js';
import type { Logger } from './logger.js';
import { isPromise } from '../async/maybe-promise.js';

type Level = 'error' | 'warn';

/**
 * The logger of an api. Writes to the logger of the application, or to that of the framework, or else
 * to `console`. Never throws, and escapes text that may come from a client.
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

  /**
   * Returns the logger for one HTTP request. Uses the framework's logger for that request, which adds
   * fields such as the id of the request, unless the application has passed its own logger.
   */
  forRequest(own: Logger | undefined): Logger {
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
      // A logger may return a promise in spite of its type.
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

/** Writes an entry that the logger of the application failed to write. */
function logToConsole(details: object, message: string): void {
  try {
    console.error(escapeDetails(details), escapeText(message));
  } catch {
    // Inspecting a thrown object may throw.
    console.error(`${escapeText(message)} (its details could not be printed)`);
  }
}
