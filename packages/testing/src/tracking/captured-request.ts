import {
  type ErrorReport,
  type HttpResponse,
  HttpError,
  type InstrumentedRequest,
  type JsonRpcContext,
} from '@jsonrpc-kit/core';
import { errorWithoutFrames } from '../error-without-frames.js';
import {
  type CapturedError,
  capturedErrorOf,
  errorResponseIn,
  isNotification,
  rejectionOf,
} from './captured-error.js';

/** Receives what a {@link CapturedRequest} captures. */
export interface CaptureListener {
  onError(captured: CapturedError): void;
  /** Receives an exception that isn't a typed error. */
  onException(exception: unknown): void;
}

/** Captures the errors of one HTTP request to an api of this process. */
export class CapturedRequest {
  readonly #listener: CaptureListener;
  readonly #callSite: Error | undefined;
  /** Calls other than notifications. */
  readonly #calls: JsonRpcContext[] = [];

  /** The stack of `callSite` shows the code that sent the request, if that is known. */
  constructor(listener: CaptureListener, callSite?: Error) {
    this.#listener = listener;
    this.#callSite = callSite;
  }

  /** Captures, after `run()`, the errors of all calls but notifications. */
  aroundRequest(
    { entrypoint }: InstrumentedRequest,
    run: () => HttpResponse | Promise<HttpResponse>,
  ): unknown {
    const capture = ({ body }: HttpResponse): void => {
      const rejection = this.#calls.length === 0 ? errorResponseIn(body) : undefined;
      if (rejection !== undefined) {
        this.#listener.onError(rejectionOf(entrypoint, rejection, this.#callSite));
      }
      // Only now, because the teardown of a shared dependency may replace the responses of the calls.
      for (const call of this.#calls.splice(0)) this.#capture(call);
    };
    const response = run();
    return response instanceof Promise ? response.then(capture) : capture(response);
  }

  /** Captures the error of a notification after `run()`. */
  aroundCall(context: JsonRpcContext, run: () => unknown): unknown {
    if (!isNotification(context)) return void this.#calls.push(context);
    return Promise.resolve(run()).then(() => this.#capture(context));
  }

  onReport(report: ErrorReport): void {
    // An HttpError ends an exchange on purpose; core reports it for notifications only.
    if (!(report.error instanceof HttpError)) this.#listener.onException(exceptionOf(report));
  }

  #capture(context: JsonRpcContext): void {
    const captured = capturedErrorOf(context, this.#callSite);
    if (captured !== undefined) this.#listener.onError(captured);
  }
}

/** Returns the thrown error itself, because its stack helps most. */
function exceptionOf({ error, message, context }: ErrorReport): unknown {
  if (typeof error === 'object' && error !== null && 'stack' in error) return error;
  const name = context?.methodRoute?.name;
  const where = name === undefined ? '' : ` in the method ${name}`;
  return errorWithoutFrames(
    `${message}${where}: the thrown value is not an Error: ${format(error)}`,
  );
}

function format(thrown: unknown): string {
  if (typeof thrown === 'string') return JSON.stringify(thrown);
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  try {
    return JSON.stringify(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
