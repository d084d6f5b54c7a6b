import type { Logger } from '@jsonrpc-kit/core';
import { callGuarded } from '@jsonrpc-kit/core/adapter';
import type { JobEvent } from './jobs.js';

/** Passes events to the application. Logs the errors of its callback. */
export class JobEvents {
  readonly #onEvent: ((event: JobEvent) => void) | undefined;
  readonly #logger: Logger;

  constructor(onEvent: ((event: JobEvent) => void) | undefined, logger: Logger) {
    this.#onEvent = onEvent;
    this.#logger = logger;
  }

  report(event: JobEvent): void {
    callGuarded(this.#logger, 'onEvent of runJobs() failed', () => this.#onEvent?.(event));
  }
}
