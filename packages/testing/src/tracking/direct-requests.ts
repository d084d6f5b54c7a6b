import type { HttpResponse } from '@jsonrpc-kit/core';
import { PendingWork } from '../client/pending-work.js';
import { settledInTime } from '../client/settled-in-time.js';

const TIMEOUT = 5_000;

/** The requests that a test sends without its client, as by `app.request()` or `fetch()`. */
export class DirectRequests {
  readonly #pending = new PendingWork();
  /** Each starts the teardowns and background tasks of a request. */
  readonly #afterResponse: (() => void)[] = [];
  #isTestOver = false;

  track(name: string, response: Promise<HttpResponse>): void {
    this.#pending.track(response, name);
    void response.then(({ onSent }) => {
      if (onSent === undefined) return;
      // The adapter calls it too, and gets the same promise.
      const start = (): void => this.#pending.track(onSent(), name);
      if (this.#isTestOver) start();
      else this.#afterResponse.push(start);
    });
  }

  /**
   * Waits up to 5 seconds for the requests, and for the notifications, teardowns and background tasks
   * that they began. Call it when the test is over.
   *
   * @throws Error where they take longer; the message names the requests
   */
  async settled(): Promise<void> {
    this.#isTestOver = true;
    for (const start of this.#afterResponse.splice(0)) start();
    await settledInTime(this.#pending, TIMEOUT);
  }
}
