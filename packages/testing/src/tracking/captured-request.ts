import {
  type ErrorReport,
  type HttpResponse,
  HttpError,
  type InstrumentedRequest,
  type JsonRpcContext,
} from '@jsonrpc-kit/core';
import {
  type CapturedError,
  capturedErrorOf,
  isNotification,
  refusalOf,
} from './captured-error.js';
import { errorResponseIn } from './error-response-in.js';
import { thrownError } from './thrown-error.js';

/** Receives what a {@link CapturedRequest} captures. */
export interface CaptureListener {
  onError(captured: CapturedError): void;
  /** Receives an exception that isn't a typed error, as the application threw it. */
  onFailure(failure: unknown): void;
}

/** Captures the errors of one HTTP request to an api of this process. */
export class CapturedRequest {
  readonly #listener: CaptureListener;
  readonly #place: Error | undefined;
  /** Calls other than notifications. */
  readonly #calls: JsonRpcContext[] = [];

  /** `place` has the stack of the code that sent the request, where it is known. */
  constructor(listener: CaptureListener, place?: Error) {
    this.#listener = listener;
    this.#place = place;
  }

  /** Captures, after `run()`, the errors of all calls but notifications. */
  aroundRequest(
    { entrypoint }: InstrumentedRequest,
    run: () => HttpResponse | Promise<HttpResponse>,
  ): unknown {
    const capture = ({ body }: HttpResponse): void => {
      const rejection = this.#calls.length === 0 ? errorResponseIn(body) : undefined;
      if (rejection !== undefined) {
        this.#listener.onError(refusalOf(entrypoint, rejection, this.#place));
      }
      // Only now, because the teardown of a shared dependency may have replaced the responses.
      for (const call of this.#calls.splice(0)) this.#capture(call);
    };
    const answer = run();
    return answer instanceof Promise ? answer.then(capture) : capture(answer);
  }

  /** Captures the error of a notification after `run()`. */
  aroundCall(context: JsonRpcContext, run: () => unknown): unknown {
    if (!isNotification(context)) return void this.#calls.push(context);
    return Promise.resolve(run()).then(() => this.#capture(context));
  }

  onReport(report: ErrorReport): void {
    // An HttpError ends an exchange on purpose; core reports it for notifications only.
    if (!(report.error instanceof HttpError)) this.#listener.onFailure(thrownError(report));
  }

  #capture(context: JsonRpcContext): void {
    const captured = capturedErrorOf(context, this.#place);
    if (captured !== undefined) this.#listener.onError(captured);
  }
}
