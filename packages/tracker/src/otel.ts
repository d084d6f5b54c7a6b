/**
 * OpenTelemetry for JSON-RPC, without Sentry: pass {@link otelInstrumentation} to
 * `addInstrumentation()` of `@jsonrpc-kit/core`, and {@link otelJobEvents} to `runJobs()` of
 * `@jsonrpc-kit/durable/jobs`.
 *
 * @module
 */
export { otelInstrumentation, type OtelOptions } from './otel/otel-instrumentation.js';
export {
  type CountedJobEvent,
  otelJobEvents,
  type OtelJobOptions,
} from './otel/otel-job-events.js';
