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
import { RPC_SYSTEM } from '../call/call-attributes.js';
import type { CallFailure } from '../call/call-failure.js';
import { requestName } from '../call/names.js';
import { requestAttributes } from '../call/request-attributes.js';

/** An HTTP request on its way. */
export class OtelRequest {
  /** The context in which its calls run, whoever made room for them. */
  readonly context: Context;
  readonly #request: InstrumentedRequest;
  /** Undefined where HTTP is instrumented. */
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
    const parent = propagation.extract(active, httpRequest, GETTER);
    const options = { kind: SpanKind.SERVER, attributes: requestAttributes(request) };
    this.#ownSpan = tracer.startSpan(RPC_SYSTEM, options, parent);
    this.context = trace.setSpan(parent, this.#ownSpan);
  }

  callBegins(method: string | undefined): void {
    if (this.#isNamed) return;
    this.#isNamed = true;
    this.#ownSpan?.updateName(requestName(this.#request, method));
  }

  callEnded(failure: CallFailure | undefined): void {
    // What becomes of one call of a batch says nothing of the others.
    if (failure === undefined || this.#request.message !== 'single') return;
    this.#fail(failure.message);
  }

  answered({ status }: HttpResponse): void {
    this.callBegins(undefined);
    if (status >= 500) this.#fail(`HTTP ${status}`);
    this.#ownSpan?.setAttribute('http.response.status_code', status);
    this.#ownSpan?.end();
  }

  /** A notification may fail when its HTTP request has long been answered. */
  #fail(message: string): void {
    const span = this.#ownSpan;
    if (span?.isRecording() === true) span.setStatus({ code: SpanStatusCode.ERROR, message });
  }
}

const GETTER: TextMapGetter<HttpRequest> = {
  get: (request, name) => request.header(name.toLowerCase()),
  // They can't be listed, and no propagator of a trace asks.
  keys: () => [],
};
