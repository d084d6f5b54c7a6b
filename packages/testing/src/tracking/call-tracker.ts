import type { ClientObserver } from '../client/client-observer.js';
import type { TestAnswer } from '../client/test-answer.js';
import type { CapturedError } from './captured-error.js';
import type { CaptureListener } from './captured-request.js';
import { DirectRequests } from './direct-requests.js';
import { errorResponseIn } from './error-response-in.js';

/** A request of the client. */
interface ClientRequest {
  readonly place: Error;
  hasArrived: boolean;
}

/** Options for {@link CallTracker}. */
export interface TrackerOptions {
  /** Whether errors are captured; if not, the tracker only knows which requests are the test's. */
  readonly isTracked: boolean;
  readonly onError: (captured: CapturedError) => void;
  /** The first failure is about to be thrown into the test. */
  readonly onFailing: () => void;
}

/** Captures the errors of the calls that one test makes, by its client or without it. */
export class CallTracker implements ClientObserver, CaptureListener {
  readonly errors: CapturedError[] = [];
  /** What was thrown that no client is told of, in the order in which it happened. */
  readonly failures: unknown[] = [];
  /** Undeclared errors of requests that other tests, which ran at the same time, may have sent. */
  readonly unassignedErrors: CapturedError[] = [];
  /** Exceptions of such requests. */
  readonly unassignedFailures: unknown[] = [];
  readonly directRequests: DirectRequests | undefined;
  /** The first error that came for a request which arrived nowhere in this process. */
  unseenAnswer: TestAnswer | undefined;
  readonly #options: TrackerOptions;
  readonly #clientRequests = new Map<string, ClientRequest>();
  #thrown = 0;

  constructor(options: TrackerOptions) {
    this.#options = options;
    if (options.isTracked) this.directRequests = new DirectRequests();
  }

  begun(mark: string, place: Error): void {
    this.#clientRequests.set(mark, { place, hasArrived: false });
  }

  answered(mark: string, answer: TestAnswer): void {
    const hasArrived = this.#clientRequests.get(mark)?.hasArrived;
    if (this.#options.isTracked && hasArrived === false && errorResponseIn(answer.text)) {
      this.unseenAnswer ??= answer;
    }
    this.settled();
  }

  /** The test gets each failure once, as soon as it asks for anything. */
  settled(): void {
    if (this.#thrown === this.failures.length) return;
    if (this.#thrown === 0) this.#options.onFailing();
    this.#thrown += 1;
    throw this.failures[this.#thrown - 1];
  }

  onError(captured: CapturedError): void {
    if (!this.#options.isTracked) return;
    this.errors.push(captured);
    this.#options.onError(captured);
  }

  onFailure(failure: unknown): void {
    if (this.#options.isTracked && !this.failures.includes(failure)) this.failures.push(failure);
  }

  onUnassignedError(captured: CapturedError): void {
    if (this.#options.isTracked) this.unassignedErrors.push(captured);
  }

  onUnassignedFailure(failure: unknown): void {
    if (!this.#options.isTracked || this.unassignedFailures.includes(failure)) return;
    this.unassignedFailures.push(failure);
  }

  /** Whether the test's client has sent the request with this mark. */
  hasSent(mark: string): boolean {
    return this.#clientRequests.has(mark);
  }

  /** Notes that a request of the client has reached an api, and returns where it was sent from. */
  arrived(mark: string): Error | undefined {
    const request = this.#clientRequests.get(mark);
    if (request !== undefined) request.hasArrived = true;
    return request?.place;
  }
}
