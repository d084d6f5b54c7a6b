import type { MeterProvider } from '@opentelemetry/api';
import { OtelCounter } from './otel-counter.js';

/** Options of {@link otelJobEvents}. */
export interface OtelJobOptions {
  /** The provider of the meter. Default: the global one, which may be registered later. */
  readonly meterProvider?: Pick<MeterProvider, 'getMeter'> | undefined;
}

/** The parts of a `JobEvent` of `@jsonrpc-kit/durable/jobs` that are counted. */
export interface CountedJobEvent {
  /** `'added'`, `'completed'`, `'retried'` or `'dead'`. */
  readonly kind: string;
  /** The name of the queue. */
  readonly queue: string;
  /** The name of the method. */
  readonly method: string;
}

/**
 * Returns a function that counts the events of jobs in the OpenTelemetry counter `jsonrpc.job.events`.
 * Pass it to `runJobs()` as `onEvent`.
 *
 * ```ts
 * runJobs(api, { database: pool, onEvent: otelJobEvents() });
 * ```
 *
 * @param options the provider. Default: the global one
 */
export function otelJobEvents({ meterProvider }: OtelJobOptions = {}): (
  event: CountedJobEvent,
) => void {
  const description = 'What happened to the jobs of durable notifications.';
  const counter = new OtelCounter(
    'jsonrpc.job.events',
    { description, unit: '{event}' },
    meterProvider,
  );
  return ({ kind, queue, method }) =>
    counter.count({
      'jsonrpc.job.event': kind,
      'messaging.destination.name': queue,
      'rpc.method': method,
    });
}
