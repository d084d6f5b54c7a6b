import type { HttpRequest, Instrumentation, JsonRpcContext } from '@jsonrpc-kit/core';
import { continueWith } from '@jsonrpc-kit/core/adapter';
import {
  context,
  type Context,
  type MeterProvider,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type TracerProvider,
} from '@opentelemetry/api';
import {
  callAttributes,
  type CallFailure,
  callFailure,
  callName,
  failureAttributes,
  IDEMPOTENCY_OUTCOME,
  idempotencyOutcome,
  isHandled,
} from '../conventions/semantic-conventions.js';
import { OtelCounter, SCOPE } from './otel-counter.js';
import { OtelRequest } from './otel-request.js';

/** Options of {@link otelInstrumentation}. */
export interface OtelOptions {
  /** The provider of the tracer. Default: the global one, which may be registered later. */
  readonly tracerProvider?: Pick<TracerProvider, 'getTracer'> | undefined;
  /** The provider of the meter. Default: the global one, which may be registered later. */
  readonly meterProvider?: Pick<MeterProvider, 'getMeter'> | undefined;
}

/**
 * Returns hooks that create a span for every call, as a child of the span of its HTTP request. The
 * spans follow OpenTelemetry's semantic conventions for JSON-RPC. If HTTP is not instrumented, the
 * hooks also create a span for every HTTP request, which continues the trace of the client. They count
 * calls that repeat an idempotency key in the counter `jsonrpc.idempotency.repeated_calls`.
 *
 * ```ts
 * import { addInstrumentation } from '@jsonrpc-kit/core';
 *
 * addInstrumentation(otelInstrumentation());
 * ```
 *
 * @param options the providers. Default: the global ones
 */
export function otelInstrumentation({
  tracerProvider = trace,
  meterProvider,
}: OtelOptions = {}): Instrumentation {
  const tracer = tracerProvider.getTracer(SCOPE);
  const description = 'Calls that have repeated an idempotency key.';
  const counter = new OtelCounter(
    'jsonrpc.idempotency.repeated_calls',
    { description, unit: '{call}' },
    meterProvider,
  );
  const requests = new WeakMap<HttpRequest, OtelRequest>();
  // Kept for work after the response, which runs in the asynchronous context of the HTTP request.
  const callContexts = new WeakMap<JsonRpcContext, Context>();
  return {
    request: (request, run) => {
      const tracked = new OtelRequest(tracer, request);
      requests.set(request.httpRequest, tracked);
      return context.with(tracked.context, () =>
        continueWith(run(), (response) => tracked.end(response)),
      );
    },
    call: (call, run) => {
      const tracked = requests.get(call.httpRequest);
      if (tracked === undefined) return run();
      tracked.startCall(call.methodRoute?.name);
      const options = { kind: SpanKind.SERVER, attributes: callAttributes(call) };
      const span = tracer.startSpan(callName(call), options, tracked.context);
      const callContext = trace.setSpan(tracked.context, span);
      callContexts.set(call, callContext);
      return context.with(callContext, () =>
        continueWith(run(), () => tracked.endCall(endCall(call, span, counter))),
      );
    },
    afterResponse: (call, run) => context.with(callContexts.get(call) ?? context.active(), run),
    error: (report) => {
      const callContext = report.context && callContexts.get(report.context);
      const span = callContext && trace.getSpan(callContext);
      // If work after the response fails, the span of the call has already ended.
      if (span === undefined || !span.isRecording() || isHandled(report)) return;
      const { error } = report;
      span.recordException(error instanceof Error ? error : String(error));
    },
    propagate: (headers) => propagation.inject(context.active(), headers),
  };
}

function endCall(call: JsonRpcContext, span: Span, counter: OtelCounter): CallFailure | undefined {
  const failure = callFailure(call);
  const outcome = idempotencyOutcome(call, failure);
  if (outcome !== undefined) {
    span.setAttribute(IDEMPOTENCY_OUTCOME, outcome);
    counter.count({ [IDEMPOTENCY_OUTCOME]: outcome, 'rpc.method': callName(call) });
  }
  if (failure !== undefined) {
    span.setAttributes(failureAttributes(failure));
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
  }
  span.end();
  return failure;
}
