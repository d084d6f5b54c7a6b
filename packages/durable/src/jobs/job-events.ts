import type { Logger } from '@jsonrpc-kit/core';
import { isPromise } from '@jsonrpc-kit/core/adapter';
import type { JobEvent } from './jobs.js';

/** Passes events to the application, whose errors change nothing. */
export class JobEvents {
  readonly #onEvent: ((event: JobEvent) => void) | undefined;
  readonly #logger: Logger;

  constructor(onEvent: ((event: JobEvent) => void) | undefined, logger: Logger) {
    this.#onEvent = onEvent;
    this.#logger = logger;
  }

  report(event: JobEvent): void {
    const logFailure = (err: unknown): void =>
      this.#logger.error({ err }, 'onEvent of runJobs() failed');
    try {
      const returned: unknown = this.#onEvent?.(event);
      if (isPromise(returned)) returned.then(undefined, logFailure);
    } catch (error) {
      logFailure(error);
    }
  }
}
