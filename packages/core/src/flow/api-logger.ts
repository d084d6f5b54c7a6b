import type { Logger } from './logger.js';

/**
 * The logger of an api: the application's own, else its framework's where that offers one, else
 * `console`. What it throws itself must not fail the call that it was told of.
 */
export class ApiLogger implements Logger {
  readonly #isGiven: boolean;
  #target: Logger;

  constructor(given: Logger | undefined) {
    this.#isGiven = given !== undefined;
    this.#target = given ?? console;
  }

  /** The framework's own; without effect where the application gave one. */
  offer(logger: Logger): void {
    if (!this.#isGiven) this.#target = logger;
  }

  /** For one HTTP request: its framework's own knows more, as the request's id. */
  of(own: Logger | undefined): Logger {
    return own === undefined || this.#isGiven ? this : new ApiLogger(own);
  }

  error(details: object, message: string): void {
    this.#tell('error', details, message);
  }

  warn(details: object, message: string): void {
    this.#tell('warn', details, message);
  }

  #tell(level: 'error' | 'warn', details: object, message: string): void {
    try {
      this.#target[level](details, message);
    } catch (failure) {
      // Nothing is lost: what could not be logged stands on standard error.
      console.error({ ...details, loggerFailure: failure }, message);
    }
  }
}
