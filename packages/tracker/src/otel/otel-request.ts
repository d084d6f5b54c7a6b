import type { HttpResponse, HttpRequest, InstrumentedRequest } from '@jsonrpc-kit/core';
import {
  context,
  type Context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import {
  type CallFailure,
  requestAttributes,
  requestName,
  RPC_SYSTEM,
} from '../conventions/semantic-conventions.js';

/** An HTTP request and its span. */
export class OtelRequest {
  /**
   * The parent context of the calls. Kept because a call may start in the asynchronous context of
   * another request.
   */
  readonly context: Context;
  readonly #request: InstrumentedRequest;
  /** Undefined if HTTP is instrumented, so that the request already has a span. */
  readonly #ownSpan: Span | undefined;
  #isNamed = false;

  constructor(tracer: Tracer, request: InstrumentedRequest) {
    this.#request = request;
    const active = context.active();
    const span = trace.getSpanContext(active);
    if (span !== undefined && span.isRemote !== true) {
      this.context = active;
      return;
    }
    const { httpRequest } = request;
    const parent = propagation.extract(active, httpRequest, HEADER_GETTER);
    const options = { kind: SpanKind.SERVER, attributes: requestAttributes(request) };
    this.#ownSpan = tracer.startSpan(RPC_SYSTEM, options, parent);
    this.context = trace.setSpan(parent, this.#ownSpan);
  }

  /** Names the request after its first call. */
  startCall(method: string | undefined): void {
    if (this.#isNamed) return;
    this.#isNamed = true;
    this.#ownSpan?.updateName(requestName(this.#request, method));
  }

  endCall(failure: CallFailure | undefined): void {
    // In a batch, the failure of one call isn't a failure of the HTTP request.
    if (failure === undefined || this.#request.message !== 'single') return;
    this.#fail(failure.message);
  }

  end({ status }: HttpResponse): void {
    // A request that is rejected before any call still needs a name.
    this.startCall(undefined);
    if (status >= 500) this.#fail(`HTTP ${status}`);
    this.#ownSpan?.setAttribute('http.response.status_code', status);
    this.#ownSpan?.end();
  }

  #fail(message: string): void {
    const span = this.#ownSpan;
    // A notification may fail after the span of its request has ended.
    if (span?.isRecording() === true) span.setStatus({ code: SpanStatusCode.ERROR, message });
  }
}

const HEADER_GETTER: TextMapGetter<HttpRequest> = {
  get: (request, name) => request.header(name.toLowerCase()),
  // HttpRequest can't list the names of headers, but trace propagators don't need them.
  keys: () => [],
};
