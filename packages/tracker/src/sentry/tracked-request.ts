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
import { requestName } from '../call/names.js';
import { CONTEXT_NAME } from './call-data.js';
import type { RequestSpan } from './request-span.js';
import { belowScopes, currentScopes, type Scopes } from './scopes.js';
import type { TrackerOptions } from './tracker-options.js';
import type { Transactions } from './transactions.js';

/** An HTTP request on its way, from before its body is read to the end of its last call. */
export class TrackedRequest {
  readonly #scopes: Scopes;
  readonly #root: Span | undefined;
  readonly #request: InstrumentedRequest;
  readonly #requestSpan: RequestSpan;
  readonly #transactions: Transactions;
  readonly #nameOf: TrackerOptions['transactionName'];
  #name: string | undefined;
  #runningCalls = 0;
  #status: SpanStatus | undefined;
  #answer: { readonly status: number; readonly at: number } | undefined;

  constructor(
    request: InstrumentedRequest,
    requestSpan: RequestSpan,
    transactions: Transactions,
    { transactionName }: TrackerOptions,
  ) {
    this.#scopes = currentScopes();
    this.#request = request;
    this.#requestSpan = requestSpan;
    this.#transactions = transactions;
    this.#nameOf = transactionName;
    this.#root = requestSpan.span && getRootSpan(requestSpan.span);
    if (!requestSpan.isIsolated) return;
    const { isolationScope } = this.#scopes;
    isolationScope.setContext(CONTEXT_NAME, { entrypoint: request.entrypoint.path });
  }

  get entrypoint(): string {
    return this.#request.entrypoint.path;
  }

  /** Whether there is anybody to take spans. */
  get isSampled(): boolean {
    const { span } = this.#requestSpan;
    return span !== undefined && spanIsSampled(span);
  }

  /** Runs `work` in an isolation scope of its own below that of the request, wherever it is called. */
  inOwnScopes<T>(work: (isolationScope: Scope) => T): T {
    return belowScopes(this.#scopes, () => {
      const isolationScope = getIsolationScope();
      // By now a framework may have named the request's own after the route.
      if (this.#name !== undefined) isolationScope.setTransactionName(this.#name);
      return work(isolationScope);
    });
  }

  callBegins(method: string | undefined): void {
    this.#runningCalls += 1;
    this.#nameTransaction(method);
  }

  /** @param status where the call failed */
  callEnded(status: SpanStatus | undefined): void {
    this.#runningCalls -= 1;
    // What becomes of one call of a batch says nothing of the others.
    if (status !== undefined && this.#request.message === 'single') {
      this.#status = status;
      if (this.#root !== undefined) this.#transactions.setStatus(this.#root, status);
    }
    this.#endOwnSpan();
  }

  answered({ status }: HttpResponse): void {
    this.#nameTransaction(undefined);
    this.#answer = { status, at: timestampInSeconds() };
    this.#endOwnSpan();
  }

  #nameTransaction(method: string | undefined): void {
    if (this.#name !== undefined) return;
    this.#name = this.#askForName(method) ?? requestName(this.#request, method);
    if (this.#root !== undefined) this.#transactions.name(this.#root, this.#name);
  }

  /** An option that throws must not cost the call its span. */
  #askForName(method: string | undefined): string | undefined {
    const { message, entrypoint, httpRequest } = this.#request;
    const named = message === 'single' ? method : undefined;
    try {
      return this.#nameOf?.({ message, method: named, entrypoint: entrypoint.path, httpRequest });
    } catch (error) {
      debug.warn('[jsonrpc-kit] The option transactionName threw:', error);
      return undefined;
    }
  }

  /**
   * A transaction takes none of the spans that are open when it ends. So it waits for notifications,
   * and its time is that of the answer all the same.
   */
  #endOwnSpan(): void {
    const { span, isOwn } = this.#requestSpan;
    if (!isOwn || span === undefined) return;
    if (this.#answer === undefined || this.#runningCalls > 0) return;
    const { status, at } = this.#answer;
    span.setAttribute('http.response.status_code', status);
    span.setStatus(this.#status ?? getSpanStatusFromHttpCode(status));
    const seconds = Math.floor(at);
    // The only form of a time that every kind of span takes for the same.
    span.end([seconds, Math.round((at - seconds) * 1e9)]);
  }
}
