import type { HttpRequest, Instrumentation, JsonRpcContext } from '@jsonrpc-kit/core';
import { context, type Context, trace, type TracerProvider } from '@opentelemetry/api';
import { isAnswered } from '../call/is-answered.js';
import { after } from '../flow/after.js';
import { endCallSpan, startCallSpan } from './call-span.js';
import { OtelRequest } from './otel-request.js';

/** Where the spans go. */
export interface OtelOptions {
  /** Default: the global one, also where it is registered later. */
  readonly tracerProvider?: Pick<TracerProvider, 'getTracer'> | undefined;
}

/**
 * Spans of OpenTelemetry, with the names and attributes of its conventions for JSON-RPC: one per call,
 * below that of the HTTP request. Where HTTP is not instrumented, one per HTTP request as well, which
 * continues the caller's trace.
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
  // Kept, as what comes after an answer is in the flow of its HTTP request.
  const calls = new WeakMap<JsonRpcContext, Context>();
  return {
    request: (request, run) => {
      const tracked = new OtelRequest(tracer, request);
      requests.set(request.httpRequest, tracked);
      return context.with(tracked.context, () =>
        after(run(), (answer) => tracked.answered(answer)),
      );
    },
    call: (call, run) => {
      const tracked = requests.get(call.httpRequest);
      if (tracked === undefined) return run();
      tracked.callBegins(call.methodRoute?.name);
      const span = startCallSpan(tracer, call, tracked.context);
      const inSpan = trace.setSpan(tracked.context, span);
      calls.set(call, inSpan);
      return context.with(inSpan, () =>
        after(run(), () => tracked.callEnded(endCallSpan(span, call))),
      );
    },
    afterResponse: (call, run) => context.with(calls.get(call) ?? context.active(), run),
    error: (report) => {
      const inSpan = report.context && calls.get(report.context);
      const span = inSpan && trace.getSpan(inSpan);
      // What fails after the answer finds it ended.
      if (span === undefined || !span.isRecording() || isAnswered(report)) return;
      const { error } = report;
      span.recordException(error instanceof Error ? error : String(error));
    },
  };
}
