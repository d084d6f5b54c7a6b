import type { HttpResponse } from '@jsonrpc-kit/core';
import { UnfinishedWork } from './unfinished-work.js';
import type { TestResponse } from '../transport/test-response.js';
import { type CapturedError, errorResponseIn } from './captured-error.js';
import type { CaptureListener } from './captured-message.js';

/** A request of the client. */
interface ClientRequest {
  readonly callSite: Error;
  hasReachedApi: boolean;
}

/** Options for {@link CallTracker}. */
export interface TrackerOptions {
  /** Whether errors are captured; if not, the tracker only knows which requests belong to the test. */
  readonly isTracked: boolean;
  readonly onError: (captured: CapturedError) => void;
  /** Called before the first exception is thrown into the test. */
  readonly onFirstException: () => void;
}

/** Captures the errors of the calls that one test makes, with or without its client. */
export class CallTracker implements CaptureListener {
  readonly errors: CapturedError[] = [];
  /** Exceptions that aren't typed errors, in the order in which they happened. */
  readonly exceptions: unknown[] = [];
  /** Undeclared errors of requests that may belong to other tests that ran at the same time. */
  readonly unassignedErrors: CapturedError[] = [];
  /** Exceptions of requests that may belong to other tests that ran at the same time. */
  readonly unassignedExceptions: unknown[] = [];
  readonly directWork: DirectWork | undefined;
  /** The first error response to a request that reached no api in this process. */
  uncapturedResponse: TestResponse | undefined;
  readonly #options: TrackerOptions;
  readonly #clientRequests = new Map<string, ClientRequest>();
  #thrownCount = 0;

  constructor(options: TrackerOptions) {
    this.#options = options;
    if (options.isTracked) this.directWork = new DirectWork();
  }

  /** Whether there are exceptions, none of which the test has received. */
  get hasOnlyUnseenExceptions(): boolean {
    return this.exceptions.length > 0 && this.#thrownCount === 0;
  }

  /** The stack of `callSite` shows the code that called the client. */
  onRequest(correlationId: string, callSite: Error): void {
    this.#clientRequests.set(correlationId, { callSite, hasReachedApi: false });
  }

  /** May throw an exception of the test for the caller of the client. */
  onResponse(correlationId: string, response: TestResponse): void {
    const isUncaptured = this.#clientRequests.get(correlationId)?.hasReachedApi === false;
    if (this.#options.isTracked && isUncaptured && errorResponseIn(response.text)) {
      this.uncapturedResponse ??= response;
    }
    this.onSettled();
  }

  /** Throws the next exception into the test, each one once. */
  onSettled(): void {
    if (this.#thrownCount === this.exceptions.length) return;
    if (this.#thrownCount === 0) this.#options.onFirstException();
    this.#thrownCount += 1;
    throw this.exceptions[this.#thrownCount - 1];
  }

  onError(captured: CapturedError): void {
    if (!this.#options.isTracked) return;
    this.errors.push(captured);
    this.#options.onError(captured);
  }

  onException(exception: unknown): void {
    if (this.#options.isTracked && !this.exceptions.includes(exception))
      this.exceptions.push(exception);
  }

  onUnassignedError(captured: CapturedError): void {
    if (this.#options.isTracked) this.unassignedErrors.push(captured);
  }

  onUnassignedException(exception: unknown): void {
    if (!this.#options.isTracked || this.unassignedExceptions.includes(exception)) return;
    this.unassignedExceptions.push(exception);
  }

  /** Whether the test's client has sent the request. */
  hasSent(correlationId: string): boolean {
    return this.#clientRequests.has(correlationId);
  }

  /** Notes that a request has reached an api, and returns the place in the test that sent it. */
  onArrival(correlationId: string): Error | undefined {
    const request = this.#clientRequests.get(correlationId);
    if (request !== undefined) request.hasReachedApi = true;
    return request?.callSite;
  }
}

/** How long a test waits for its direct work, in milliseconds. */
const DIRECT_TIMEOUT = 5_000;

/**
 * The requests that a test sends without its client, for example with `app.request()` or `fetch()`, and
 * the tool calls and jobs that it starts.
 */
export class DirectWork {
  readonly #unfinished = new UnfinishedWork();
  /** For each message, a function that starts its teardowns and background tasks. */
  readonly #afterResponse: (() => void)[] = [];
  #isTestOver = false;

  track(name: string, response: Promise<Pick<HttpResponse, 'onSent'>>): void {
    this.#unfinished.track(response, name);
    void response.then(({ onSent }) => {
      if (onSent === undefined) return;
      // The adapter calls onSent() too, and gets the same promise.
      const start = (): void => this.#unfinished.track(onSent(), name);
      if (this.#isTestOver) start();
      else this.#afterResponse.push(start);
    });
  }

  /**
   * Waits up to 5 seconds for the messages, and for the notifications, teardowns and background tasks
   * that they started. Call it when the test has ended.
   */
  async settled(): Promise<void> {
    this.#isTestOver = true;
    for (const start of this.#afterResponse.splice(0)) start();
    await this.#unfinished.settle(DIRECT_TIMEOUT);
  }
}
