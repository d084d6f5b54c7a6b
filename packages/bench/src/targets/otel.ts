/** The instrumentation for OpenTelemetry: without an SDK, with metrics only, and with traces only. */
import { addInstrumentation } from '@jsonrpc-kit/core';
import { otelInstrumentation } from '@jsonrpc-kit/tracker/otel';

export function instrument(): void {
  addInstrumentation(otelInstrumentation());
}

/** The reader of Prometheus collects nothing until it is asked, so the exporter costs nothing. */
export async function recordMetrics(): Promise<void> {
  const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus');
  const { MeterProvider } = await import('@opentelemetry/sdk-metrics');
  const readers = [new PrometheusExporter({ preventServerStart: true })];
  addInstrumentation(otelInstrumentation({ meterProvider: new MeterProvider({ readers }) }));
}

/** Spans are recorded and dropped, because the cost of an exporter depends on the exporter. */
export async function recordTraces(): Promise<void> {
  const { context } = await import('@opentelemetry/api');
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { BasicTracerProvider } = await import('@opentelemetry/sdk-trace-base');
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  addInstrumentation(otelInstrumentation({ tracerProvider: new BasicTracerProvider() }));
}
