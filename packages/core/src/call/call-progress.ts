import type { Progress } from '../di/internal-call.js';
import type { Logger } from '../logging/logger.js';
import type { ProgressOutput, ProgressToken } from '../message/carrier.js';

/** Milliseconds between two reports: nine in a second, and the last one, which doesn't wait. */
const MIN_INTERVAL = 112;

/** Reports to a client that can't receive them, or hasn't asked for them. */
export const NO_PROGRESS: Progress = Object.freeze({ report: () => undefined });

/** What the reports of a call need. */
interface ProgressOptions {
  readonly token: ProgressToken;
  readonly output: ProgressOutput;
  readonly logger: Logger;
}

/** The reports of a call, of which those that the client receives too late are left out. */
export class CallProgress implements Progress {
  readonly #options: ProgressOptions;
  #latest: { readonly value: unknown } | undefined;
  #sentAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** A bound function, so that a handler can pass it on. */
  readonly report = (value: unknown): void => {
    if (this.#isOver) return;
    this.#latest = { value };
    if (this.#timer !== undefined) return;
    const wait = this.#sentAt + MIN_INTERVAL - performance.now();
    if (wait <= 0 && !this.#options.output.isCongested()) this.#send();
    else this.#sendAfter(wait > 0 ? wait : MIN_INTERVAL);
  };

  /** Sends the last report. Later reports have no effect, because the response follows. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#send();
  }

  #sendAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#options.output.isCongested()) this.#sendAfter(MIN_INTERVAL);
      else this.#send();
    }, milliseconds);
  }

  #send(): void {
    const { token, output, logger } = this.#options;
    const latest = this.#latest;
    if (latest === undefined) return;
    this.#latest = undefined;
    this.#sentAt = performance.now();
    try {
      const json = JSON.stringify(latest.value ?? null) as string | undefined;
      if (json === undefined) throw new TypeError(`A ${typeof latest.value} has no JSON`);
      output.send(token, json);
    } catch (err) {
      logger.warn({ err }, 'Progress left out: it could not be encoded');
    }
  }
}
