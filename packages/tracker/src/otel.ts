/**
 * OpenTelemetry for JSON-RPC, without Sentry: pass {@link otelInstrumentation} to
 * `addInstrumentation()` of `@jsonrpc-kit/core`.
 *
 * @module
 */
export { otelInstrumentation, type OtelOptions } from './otel/otel-instrumentation.js';
