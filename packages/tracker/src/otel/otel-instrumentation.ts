import type { HttpRequest, Instrumentation, JsonRpcContext } from '@jsonrpc-kit/core';
import { continueWith } from '@jsonrpc-kit/core/adapter';
import {
  context,
  type Context,
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
  isHandled,
} from '../conventions/semantic-conventions.js';
import { OtelRequest } from './otel-request.js';

/** Options of {@link otelInstrumentation}. */
export interface OtelOptions {
  /** The provider of the tracer. Default: the global one, which may be registered later. */
  readonly tracerProvider?: Pick<TracerProvider, 'getTracer'> | undefined;
}

/**
 * Creates a span for every call, by the semantic conventions of OpenTelemetry for JSON-RPC, below the
 * span of the HTTP request. If HTTP is not instrumented, also creates a span for every HTTP request,
 * which continues the trace of the client.
 *
 * ```ts
 * import { addInstrumentation } from '@jsonrpc-kit/core';
 *
 * addInstrumentation(otelInstrumentation());
 * ```
 */
export function otelInstrumentation({ tracerProvider = trace }: OtelOptions = {}): Instrumentation {
  const tracer = tracerProvider.getTracer('@jsonrpc-kit/tracker');
  const requests = new WeakMap<HttpRequest, OtelRequest>();
  // Kept for the work after the response, which runs in the asynchronous context of the request.
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
        continueWith(run(), () => tracked.endCall(endSpan(span, call))),
      );
    },
    afterResponse: (call, run) => context.with(callContexts.get(call) ?? context.active(), run),
    error: (report) => {
      const callContext = report.context && callContexts.get(report.context);
      const span = callContext && trace.getSpan(callContext);
      // The span of a call has ended before the work after its response fails.
      if (span === undefined || !span.isRecording() || isHandled(report)) return;
      const { error } = report;
      span.recordException(error instanceof Error ? error : String(error));
    },
    propagate: (headers) => propagation.inject(context.active(), headers),
  };
}

function endSpan(span: Span, call: JsonRpcContext): CallFailure | undefined {
  const failure = callFailure(call);
  if (failure !== undefined) {
    span.setAttributes(failureAttributes(failure));
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
  }
  span.end();
  return failure;
}
