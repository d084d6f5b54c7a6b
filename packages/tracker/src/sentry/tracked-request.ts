import type { HttpResponse, InstrumentedRequest } from '@jsonrpc-kit/core';
import {
  debug,
  getIsolationScope,
  getRootSpan,
  getSpanStatusFromHttpCode,
  type Scope,
  type Span,
  spanIsSampled,
  type SpanStatus,
  timestampInSeconds,
} from '@sentry/core';
import { requestName } from '../conventions/semantic-conventions.js';
import { CONTEXT_NAME } from './error-events.js';
import type { RequestSpan } from './request-span.js';
import { currentScopes, type Scopes, withCopyOfScopes } from './scopes.js';
import type { TrackerOptions } from './tracker-options.js';
import type { Transactions } from './transactions.js';

export interface TrackedRequestOptions extends Pick<TrackerOptions, 'transactionName'> {
  readonly request: InstrumentedRequest;
  readonly requestSpan: RequestSpan;
  readonly transactions: Transactions;
}

/** An HTTP request, from before its body is read until its last call has ended. */
export class TrackedRequest {
  readonly #options: TrackedRequestOptions;
  readonly #scopes: Scopes;
  readonly #rootSpan: Span | undefined;
  #name: string | undefined;
  #runningCalls = 0;
  #status: SpanStatus | undefined;
  #response: { readonly status: number; readonly time: number } | undefined;

  /** Keeps the current scopes, so call it in the scopes of the request. */
  constructor(options: TrackedRequestOptions) {
    const { requestSpan, request } = options;
    this.#options = options;
    this.#scopes = currentScopes();
    this.#rootSpan = requestSpan.span && getRootSpan(requestSpan.span);
    if (!requestSpan.isIsolated) return;
    const { isolationScope } = this.#scopes;
    isolationScope.setContext(CONTEXT_NAME, { entrypoint: request.entrypoint.path });
  }

  get entrypointPath(): string {
    return this.#options.request.entrypoint.path;
  }

  get isSampled(): boolean {
    const { span } = this.#options.requestSpan;
    return span !== undefined && spanIsSampled(span);
  }

  /** Runs `work` in a copy of the request's scopes, in any asynchronous context. */
  withChildScopes<T>(work: (isolationScope: Scope) => T): T {
    return withCopyOfScopes(this.#scopes, () => {
      const isolationScope = getIsolationScope();
      // A framework may have named the transaction after the route in the meantime.
      if (this.#name !== undefined) isolationScope.setTransactionName(this.#name);
      return work(isolationScope);
    });
  }

  startCall(method: string | undefined): void {
    this.#runningCalls += 1;
    this.#setName(method);
  }

  /** @param failure the span status of a failed call; undefined if the call has succeeded */
  endCall(failure: SpanStatus | undefined): void {
    this.#runningCalls -= 1;
    // In a batch, the failure of one call isn't a failure of the HTTP request.
    if (failure !== undefined && this.#options.request.message === 'single') {
      this.#status = failure;
      if (this.#rootSpan !== undefined) {
        this.#options.transactions.setStatus(this.#rootSpan, failure);
      }
    }
    this.#endOwnSpan();
  }

  end({ status }: HttpResponse): void {
    this.#setName(undefined);
    this.#response = { status, time: timestampInSeconds() };
    this.#endOwnSpan();
  }

  #setName(method: string | undefined): void {
    if (this.#name !== undefined) return;
    const { request, transactions } = this.#options;
    this.#name = this.#customName(method) ?? requestName(request, method);
    if (this.#rootSpan !== undefined) transactions.setName(this.#rootSpan, this.#name);
  }

  /** Returns the name from the option; undefined for the default name, also if the option throws. */
  #customName(method: string | undefined): string | undefined {
    const { request, transactionName } = this.#options;
    const { message, entrypoint, httpRequest } = request;
    const known = message === 'single' ? method : undefined;
    try {
      return transactionName?.({
        message,
        method: known,
        entrypoint: entrypoint.path,
        httpRequest,
      });
    } catch (error) {
      debug.warn('[jsonrpc-kit] The option "transactionName" threw an error:', error);
      return undefined;
    }
  }

  /**
   * Ends the span after the last notification has ended, because a transaction omits spans that are
   * open when it ends. The end time of the span is still the time of the response.
   */
  #endOwnSpan(): void {
    const { span, isOwn } = this.#options.requestSpan;
    if (!isOwn || span === undefined) return;
    if (this.#response === undefined || this.#runningCalls > 0) return;
    const { status, time } = this.#response;
    span.setAttribute('http.response.status_code', status);
    span.setStatus(this.#status ?? getSpanStatusFromHttpCode(status));
    const seconds = Math.floor(time);
    // Only this representation of a time is interpreted in the same way by all kinds of spans.
    span.end([seconds, Math.round((time - seconds) * 1e9)]);
  }
}
