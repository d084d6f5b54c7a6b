import {
  addInstrumentation,
  HttpError,
  type HttpRequest,
  type Instrumentation,
  type JsonRpcContext,
} from '@jsonrpc-kit/core';
import type { ClientObserver } from '../client/client-observer.js';
import { MARK_HEADER } from '../client/request-mark.js';
import type { TestAnswer } from '../client/test-answer.js';
import {
  type CapturedError,
  capturedErrorOf,
  isNotification,
  refusalOf,
} from './captured-error.js';
import { errorResponseIn } from './error-response-in.js';
import { thrownError } from './thrown-error.js';

/** A request of the client, and what has become of it in this process. */
interface TrackedRequest {
  readonly place: Error;
  /** Its calls, but for notifications. */
  readonly calls: JsonRpcContext[];
  hasArrived: boolean;
}

/** Who is told of what a {@link CallTracker} sees. */
export interface TrackerListeners {
  readonly onError: (captured: CapturedError) => void;
  /** The first failure is about to be thrown into the test. */
  readonly onFailing: () => void;
}

/** Captures what becomes of the calls of one client, wherever in this process they are answered. */
export class CallTracker implements ClientObserver {
  readonly errors: CapturedError[] = [];
  /** What was thrown that no client is told of, in the order in which it happened. */
  readonly failures: unknown[] = [];
  /** The first error that came for a request which arrived nowhere in this process. */
  unseenAnswer: TestAnswer | undefined;
  readonly #listeners: TrackerListeners;
  readonly #requests = new Map<string, TrackedRequest>();
  #stopWatching: (() => void) | undefined;
  #thrown = 0;

  constructor(listeners: TrackerListeners) {
    this.#listeners = listeners;
  }

  begun(mark: string, place: Error): void {
    this.#stopWatching ??= addInstrumentation({
      request: this.#aroundRequest,
      call: this.#aroundCall,
      error: this.#onReport,
    });
    this.#requests.set(mark, { place, calls: [], hasArrived: false });
  }

  answered(mark: string, answer: TestAnswer): void {
    if (this.#requests.get(mark)?.hasArrived === false && errorResponseIn(answer.text)) {
      this.unseenAnswer ??= answer;
    }
    this.settled();
  }

  /** The test gets each failure once, as soon as it asks for anything. */
  settled(): void {
    if (this.#thrown === this.failures.length) return;
    if (this.#thrown === 0) this.#listeners.onFailing();
    this.#thrown += 1;
    throw this.failures[this.#thrown - 1];
  }

  closed(): void {
    this.#stopWatching?.();
  }

  readonly #aroundRequest: Hook<'request'> = ({ httpRequest, entrypoint }, run) => {
    const tracked = this.#requestOf(httpRequest);
    if (tracked === undefined) return undefined;
    tracked.hasArrived = true;
    return Promise.resolve(run()).then(({ body }) => {
      const { calls, place } = tracked;
      const refusal = calls.length === 0 ? errorResponseIn(body) : undefined;
      if (refusal !== undefined) this.#capture(refusalOf(entrypoint, refusal, place));
      // Not before, as a teardown that they share may have replaced their answers.
      for (const call of calls.splice(0)) this.#capture(capturedErrorOf(call, place));
    });
  };

  readonly #aroundCall: Hook<'call'> = (context, run) => {
    const tracked = this.#requestOf(context.httpRequest);
    if (tracked === undefined) return undefined;
    if (!isNotification(context)) return void tracked.calls.push(context);
    const { place } = tracked;
    return Promise.resolve(run()).then(() => this.#capture(capturedErrorOf(context, place)));
  };

  readonly #onReport: Hook<'error'> = (report) => {
    // An HttpError ends an exchange as it was meant to; only that of a notification is reported.
    if (this.#requestOf(report.httpRequest) === undefined || report.error instanceof HttpError)
      return;
    const failure = thrownError(report);
    if (!this.failures.includes(failure)) this.failures.push(failure);
  };

  #requestOf(httpRequest: HttpRequest): TrackedRequest | undefined {
    return this.#requests.get(httpRequest.header(MARK_HEADER) ?? '');
  }

  #capture(error: CapturedError | undefined): void {
    if (error === undefined) return;
    this.errors.push(error);
    this.#listeners.onError(error);
  }
}

type Hook<Name extends keyof Instrumentation> = NonNullable<Instrumentation[Name]>;
