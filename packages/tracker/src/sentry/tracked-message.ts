import type { HttpResponse } from '@jsonrpc-kit/core';
import type { InstrumentedMessage } from '@jsonrpc-kit/core/types';
import {
  debug,
  getIsolationScope,
  getRootSpan,
  getSpanStatusFromHttpCode,
  type Scope,
  SPAN_STATUS_OK,
  type Span,
  spanIsSampled,
  type SpanStatus,
  timestampInSeconds,
} from '@sentry/core';
import { messageName } from '../conventions/semantic-conventions.js';
import { CONTEXT_NAME } from './error-events.js';
import type { MessageSpan } from './message-span.js';
import { currentScopes, type Scopes, withCopyOfScopes } from './scopes.js';
import type { TrackerOptions } from './tracker-options.js';
import type { Transactions } from './transactions.js';

export interface TrackedMessageOptions extends Pick<TrackerOptions, 'transactionName'> {
  readonly message: InstrumentedMessage;
  readonly messageSpan: MessageSpan;
  readonly transactions: Transactions;
}

/** A message, from before its HTTP request is read until its last call has ended. */
export class TrackedMessage {
  /** Replaced when the body of an HTTP request has been read. */
  message: InstrumentedMessage;
  readonly #options: TrackedMessageOptions;
  readonly #scopes: Scopes;
  readonly #rootSpan: Span | undefined;
  #name: string | undefined;
  #runningCalls = 0;
  #status: SpanStatus | undefined;
  #end: { readonly status: SpanStatus; readonly time: number } | undefined;

  /** Keeps the current scopes, so call it in the scopes of the message. */
  constructor(options: TrackedMessageOptions) {
    const { messageSpan, message } = options;
    this.message = message;
    this.#options = options;
    this.#scopes = currentScopes();
    this.#rootSpan = messageSpan.span && getRootSpan(messageSpan.span);
    if (!messageSpan.isIsolated) return;
    const { isolationScope } = this.#scopes;
    isolationScope.setContext(CONTEXT_NAME, { entrypoint: this.entrypointPath });
  }

  get entrypointPath(): string {
    return this.message.entrypoint.path;
  }

  get isSampled(): boolean {
    const { span } = this.#options.messageSpan;
    return span !== undefined && spanIsSampled(span);
  }

  /** Runs `work` in a copy of the message's scopes, in any asynchronous context. */
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
    // In a batch, the failure of one call isn't a failure of the message.
    if (failure !== undefined && this.message.kind === 'single') {
      this.#status = failure;
      if (this.#rootSpan !== undefined) {
        this.#options.transactions.setStatus(this.#rootSpan, failure);
      }
    }
    this.#endOwnSpan();
  }

  /** Ends the span of an HTTP request. */
  endRequest({ status }: HttpResponse): void {
    const { span, isOwn } = this.#options.messageSpan;
    if (isOwn) span?.setAttribute('http.response.status_code', status);
    this.endMessage(getSpanStatusFromHttpCode(status));
  }

  /**
   * Ends the span of a tool call or a job.
   *
   * @param status the status if no call has failed. Default: ok
   */
  endMessage(status: SpanStatus = { code: SPAN_STATUS_OK }): void {
    this.#setName(undefined);
    this.#end = { status, time: timestampInSeconds() };
    this.#endOwnSpan();
  }

  #setName(method: string | undefined): void {
    if (this.#name !== undefined) return;
    this.#name = this.#customName(method) ?? messageName(this.message, method);
    if (this.#rootSpan !== undefined) {
      this.#options.transactions.setName(this.#rootSpan, this.#name);
    }
  }

  /** Returns the name from the option; undefined for the default name, also if the option throws. */
  #customName(method: string | undefined): string | undefined {
    const { kind, carrier } = this.message;
    try {
      return this.#options.transactionName?.({
        message: kind,
        method: kind === 'single' ? method : undefined,
        entrypoint: this.entrypointPath,
        httpRequest: carrier.http,
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
    const { span, isOwn } = this.#options.messageSpan;
    if (!isOwn || span === undefined) return;
    if (this.#end === undefined || this.#runningCalls > 0) return;
    const { status, time } = this.#end;
    span.setStatus(this.#status ?? status);
    const seconds = Math.floor(time);
    // Only this representation of a time is interpreted in the same way by all kinds of spans.
    span.end([seconds, Math.round((time - seconds) * 1e9)]);
  }
}
