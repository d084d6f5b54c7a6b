import type { Logger } from './logger.js';

/** `console`, until a framework offers a logger of its own. */
export class DefaultLogger implements Logger {
  #target: Logger = console;

  error(details: object, message: string): void {
    this.#target.error(details, message);
  }

  warn(details: object, message: string): void {
    this.#target.warn(details, message);
  }

  replaceBy(target: Logger): void {
    this.#target = target;
  }
}
