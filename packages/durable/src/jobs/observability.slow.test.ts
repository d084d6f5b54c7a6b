import { addInstrumentation, Entrypoint } from '@jsonrpc-kit/core';
import { otelInstrumentation } from '@jsonrpc-kit/tracker/otel';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { notification, post } from '../../test/notify.js';
import {
  ann,
  idempotent,
  pglite,
  serve,
  transaction,
  uniqueQueue,
  user,
} from '../../test/serve-jobs.js';
import { pgliteExecutor } from '../index.js';

const spans = new InMemorySpanExporter();
const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
let meterProvider: MeterProvider;

beforeEach(() => {
  const spanProcessors = [new SimpleSpanProcessor(spans)];
  // Global, as in an application, so that pg-boss would use them too.
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const reader = new PeriodicExportingMetricReader({ exporter: metrics });
  meterProvider = new MeterProvider({ readers: [reader] });
  const remove = addInstrumentation(otelInstrumentation({ meterProvider }));
  onTestFinished(() => {
    remove();
    for (const api of [trace, context, propagation]) api.disable();
  });
});

/** Returns the values of a counter, by the values of one of its attributes. */
async function counts(name: string, attribute: string): Promise<object> {
  await meterProvider.forceFlush();
  const [scope] = metrics.getMetrics().at(-1)?.scopeMetrics ?? [];
  const counter = scope?.metrics.find(({ descriptor }) => descriptor.name === name);
  return Object.fromEntries(
    counter?.dataPoints.map(({ attributes, value }) => [attributes[attribute], value]) ?? [],
  );
}

test('OpenTelemetry connects every attempt of a job with its call, and counts the events of the job', async () => {
  const v1 = new Entrypoint('/rpc');
  let runs = 0;
  v1.method('send', { notifications: { queue: uniqueQueue() } }, () => {
    runs += 1;
    if (runs === 1) throw new Error('Failed');
  });
  const { api, ended } = serve(v1);
  await post(api, notification('send', {}));
  await ended('completed');
  await api.close();

  const [accepted, ...others] = spans.getFinishedSpans().filter(({ name }) => name === 'send');
  // One for each attempt.
  expect(others).toHaveLength(2);
  const { traceId, spanId } = accepted?.spanContext() ?? {};
  expect(new Set(others.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
  const children = others.filter(({ parentSpanContext }) => parentSpanContext?.spanId === spanId);
  expect(children).toHaveLength(2);
  expect(await counts('jsonrpc.job.events', 'jsonrpc.job.event')).toEqual({
    added: 1,
    retried: 1,
    completed: 1,
  });
});

test('OpenTelemetry counts replays and conflicts of idempotent calls', async () => {
  await idempotent.createTable(pgliteExecutor(pglite));
  const v1 = new Entrypoint('/rpc');
  v1.method('pay', { args: { user, tx: transaction }, idempotent }, () => 'paid');
  const { api } = serve(v1, { work: false });
  const pay = { jsonrpc: '2.0', id: 1, method: 'pay', params: {}, idempotencyKey: 'a' };
  for (const call of [pay, pay, pay, { ...pay, params: { other: 1 } }]) await post(api, call, ann);
  expect(await counts('jsonrpc.idempotency.repeated_calls', 'jsonrpc.idempotency.outcome')).toEqual(
    { replay: 2, conflict: 1 },
  );
  expect(await counts('jsonrpc.idempotency.keys', 'rpc.method')).toEqual({ pay: 1 });
});
