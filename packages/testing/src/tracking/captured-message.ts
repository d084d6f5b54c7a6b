import { type HttpResponse, isHttpError, type JsonRpcContext } from '@jsonrpc-kit/core';
import type { EntrypointInfo, ErrorReport, JsonRpcErrorResponse } from '@jsonrpc-kit/core/types';
import type { MessageOutcome } from '@jsonrpc-kit/core/adapter';
import { errorWithoutFrames } from './error-without-frames.js';
import {
  type CapturedError,
  capturedErrorOf,
  errorResponseIn,
  isNotification,
  rejectionIn,
  rejectionOf,
} from './captured-error.js';

/** Receives what a {@link CapturedMessage} captures. */
export interface CaptureListener {
  onError(captured: CapturedError): void;
  /** Receives an exception that isn't a typed error. */
  onException(exception: unknown): void;
}

/** Captures the errors of one message to an api of this process, and those of its HTTP request. */
export class CapturedMessage {
  readonly #listener: CaptureListener;
  readonly #callSite: Error | undefined;
  /** Calls other than notifications. */
  readonly #calls: JsonRpcContext[] = [];

  /** The stack of `callSite` shows the code that sent the message, if that is known. */
  constructor(listener: CaptureListener, callSite?: Error) {
    this.#listener = listener;
    this.#callSite = callSite;
  }

  /** Captures the errors of an HTTP request and of all its calls but notifications. */
  onResponse({ body }: HttpResponse, entrypoint: EntrypointInfo): void {
    this.#onEnd(entrypoint, errorResponseIn(body));
  }

  /** Captures the errors of a tool call or a job. */
  onOutcome(outcome: MessageOutcome, entrypoint: EntrypointInfo): void {
    this.#onEnd(entrypoint, rejectionIn(outcome));
  }

  /** Captures the error of a notification after `run()`. */
  aroundCall(context: JsonRpcContext, run: () => unknown): unknown {
    if (!isNotification(context)) return void this.#calls.push(context);
    return Promise.resolve(run()).then(() => this.#capture(context));
  }

  onReport(report: ErrorReport): void {
    // An HttpError ends an exchange on purpose; core reports it for notifications only.
    if (!isHttpError(report.error)) this.#listener.onException(exceptionOf(report));
  }

  #onEnd(entrypoint: EntrypointInfo, response: JsonRpcErrorResponse | undefined): void {
    if (response !== undefined && this.#calls.length === 0) {
      this.#listener.onError(rejectionOf(entrypoint, response, this.#callSite));
    }
    // Only now, because the teardown of a shared dependency may replace the responses of the calls.
    for (const call of this.#calls.splice(0)) this.#capture(call);
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
