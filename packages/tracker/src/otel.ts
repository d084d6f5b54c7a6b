/**
 * OpenTelemetry for JSON-RPC, without Sentry: {@link otelInstrumentation} goes to
 * `addInstrumentation` of `@jsonrpc-kit/core`.
 *
 * @module
 */
export { otelInstrumentation, type OtelOptions } from './otel/otel-instrumentation.js';
