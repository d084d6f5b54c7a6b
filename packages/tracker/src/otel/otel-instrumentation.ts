import type { Carrier, Instrumentation, JsonRpcContext } from '@jsonrpc-kit/core';
import type { MessageOutcome } from '@jsonrpc-kit/core/adapter';
import { continueWith } from '@jsonrpc-kit/core/internal';
import {
  context,
  type Context,
  type MeterProvider,
  propagation,
  type ProxyTracerProvider,
  type Span,
  SpanStatusCode,
  trace,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import { Attached } from '../conventions/attached.js';
import {
  callFailure,
  failureAttributes,
  IDEMPOTENCY_OUTCOME,
  idempotencyOutcome,
  isHandled,
  messageFailure,
  unreadMessage,
} from '../conventions/semantic-conventions.js';
import { type EndedCall, OtelMetrics, SCOPE } from './otel-metrics.js';
import { OtelMessage } from './otel-message.js';

/** Options of {@link otelInstrumentation}. */
export interface OtelOptions {
  /**
   * Whether to create spans. Pass `false` to record only metrics, for example if Sentry creates the spans.
   * Default: true.
   */
  readonly spans?: boolean | undefined;
  /** The provider of the tracer. Default: the global one, which may be registered later. */
  readonly tracerProvider?: Pick<TracerProvider, 'getTracer'> | undefined;
  /** The provider of the meter. Default: the global one, which may be registered later. */
  readonly meterProvider?: Pick<MeterProvider, 'getMeter'> | undefined;
}

/**
 * Returns hooks that create spans and record metrics by OpenTelemetry's semantic conventions for
 * JSON-RPC.
 *
 * Every call has one span. If HTTP isn't instrumented, the span of a single call is also that of its
 * HTTP request, and continues the trace of the client. A batch has a span above those of its calls. The span of a job has the kind `CONSUMER`, and continues the trace that was stored with the job.
 *
 * ```ts
 * import { addInstrumentation } from '@jsonrpc-kit/core';
 *
 * addInstrumentation(otelInstrumentation());
 * ```
 *
 * @param options by default, the instrumentation creates spans and uses the global providers
 */
export function otelInstrumentation({
  spans = true,
  tracerProvider = trace,
  meterProvider,
}: OtelOptions = {}): Instrumentation {
  const currentTracer = spans ? findTracer(tracerProvider) : () => undefined;
  const metrics = new OtelMetrics(meterProvider);
  const messages = new Attached<Carrier, OtelMessage>();
  // Kept for work after the response, which runs in the asynchronous context of the message.
  const callContexts = new Attached<JsonRpcContext, Context>();
  return {
    isActive: () => currentTracer() !== undefined || metrics.isEnabled,
    request: (request, run) => {
      const tracked = new OtelMessage(currentTracer(), unreadMessage(request));
      const { message } = tracked;
      messages.set(request.carrier, tracked);
      return inContext(tracked.context, () =>
        continueWith(run(), (response) => {
          const { entrypoint, byteLength } = tracked.message;
          const { status } = response;
          const wasRead = tracked.message !== message;
          if (!wasRead && status >= 400) metrics.countRejected(entrypoint, status);
          metrics.endRequest(entrypoint, byteLength, response);
          tracked.endRequest(response);
        }),
      );
    },
    message: (message, run) => {
      const { carrier, entrypoint } = message;
      const ended = (outcome: MessageOutcome): void => {
        if (outcome.kind === 'rejected') metrics.countRejected(entrypoint, outcome.reason);
      };
      const ofRequest = messages.get(carrier);
      if (ofRequest !== undefined) {
        ofRequest.message = message;
        return continueWith(run(), (outcome) => ended(outcome as MessageOutcome));
      }
      const tracked = new OtelMessage(currentTracer(), message);
      messages.set(carrier, tracked);
      return inContext(tracked.context, () =>
        continueWith(run(), (outcome) => {
          ended(outcome as MessageOutcome);
          tracked.endMessage(messageFailure(outcome as MessageOutcome));
        }),
      );
    },
    call: (call, run) => {
      const tracked = messages.get(call.carrier);
      if (tracked === undefined) return run();
      const callContext = tracked.startCall(call);
      const span = callContext && trace.getSpan(callContext);
      if (callContext !== undefined) callContexts.set(call, callContext);
      const startTime = tracked.isSingle ? tracked.startTime : performance.now();
      metrics.startCall(call);
      return inContext(callContext, () =>
        continueWith(run(), () => {
          const ended = endedCall(call, startTime);
          metrics.endCall(call, ended);
          if (span === undefined) return;
          describeCall(span, ended);
          tracked.endCall(span);
        }),
      );
    },
    afterResponse: (call, run, work) => {
      if (work === 'background-task') metrics.countTask(call);
      return inContext(callContexts.get(call), run);
    },
    error: (report) => {
      const callContext = report.context && callContexts.get(report.context);
      const span = callContext && trace.getSpan(callContext);
      // If work after the response fails, the span of the call has already ended.
      if (span === undefined || !span.isRecording() || isHandled(report)) return;
      const { error } = report;
      span.recordException(error instanceof Error ? error : String(error));
    },
    count: (measurement) => metrics.count(measurement),
    propagate: spans ? (headers) => propagation.inject(context.active(), headers) : undefined,
  };
}

/**
 * Returns a function that returns the tracer; undefined while no SDK is registered. Without an SDK, a
 * propagator still passes the trace of the client on, for which spans are needed as well.
 */
function findTracer(
  provider: NonNullable<OtelOptions['tracerProvider']>,
): () => Tracer | undefined {
  const tracer = provider.getTracer(SCOPE);
  let isRegistered = provider !== trace;
  return () => {
    isRegistered ||= hasTracerProvider() || propagation.fields().length > 0;
    return isRegistered ? tracer : undefined;
  };
}

/** Whether an SDK is registered. Until then, the global provider is a proxy without a delegate. */
function hasTracerProvider(): boolean {
  const provider = trace.getTracerProvider();
  const isProxy = 'getDelegateTracer' in provider;
  return !isProxy || (provider as ProxyTracerProvider).getDelegateTracer(SCOPE) !== undefined;
}

function inContext<T>(active: Context | undefined, run: () => T): T {
  return active === undefined ? run() : context.with(active, run);
}

function endedCall(call: JsonRpcContext, startTime: number): EndedCall {
  const failure = callFailure(call);
  const repetition = idempotencyOutcome(call, failure);
  return { failure, repetition, seconds: (performance.now() - startTime) / 1_000 };
}

/** Adds the outcome of a call to its span. */
function describeCall(span: Span, { failure, repetition }: EndedCall): void {
  if (repetition !== undefined) span.setAttribute(IDEMPOTENCY_OUTCOME, repetition);
  if (failure === undefined) return;
  span.setAttributes(failureAttributes(failure));
  span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
}
