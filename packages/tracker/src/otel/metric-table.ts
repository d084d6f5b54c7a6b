import type { MetricOptions } from '@opentelemetry/api';

/** The instrument and the options of a metric. */
interface Metric extends MetricOptions {
  /** A gauge is a number of things that exist now, so it is an up-down counter. */
  readonly kind: 'histogram' | 'counter' | 'gauge';
  /** Whether a counter is read when metrics are collected, because it counts what is frequent. */
  readonly isObserved?: boolean;
}

/** The boundaries that OpenTelemetry's conventions recommend for `rpc.server.call.duration`. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const BYTES = [256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

const histogram = (unit: string, boundaries: number[], description: string): Metric => ({
  kind: 'histogram',
  unit,
  description,
  advice: { explicitBucketBoundaries: boundaries },
});
const counter = (unit: string, description: string): Metric => ({
  kind: 'counter',
  unit,
  description,
});
const observedCounter = (unit: string, description: string): Metric => ({
  ...counter(unit, description),
  isObserved: true,
});
const gauge = (unit: string, description: string): Metric => ({ kind: 'gauge', unit, description });

/**
 * All metrics by their names. The conventions define only the first one.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/rpc/rpc-metrics/
 */
export const METRICS: Readonly<Record<string, Metric>> = {
  'rpc.server.call.duration': histogram('s', SECONDS, 'Durations of calls.'),
  'jsonrpc.server.request.size': histogram('By', BYTES, 'Sizes of HTTP request bodies.'),
  'jsonrpc.server.response.size': histogram('By', BYTES, 'Sizes of HTTP response bodies.'),
  'jsonrpc.server.running_calls': gauge('{call}', 'Calls that run.'),
  'jsonrpc.server.waiting_calls': gauge('{call}', 'Calls that wait for the scheduler.'),
  'jsonrpc.server.abandoned_calls': gauge('{call}', 'Handlers that run past their time limit.'),
  'jsonrpc.server.held_memory': gauge('By', 'Estimated memory that is held for clients.'),
  'jsonrpc.server.open_resources': gauge('{resource}', 'Resources that are open.'),
  'jsonrpc.server.notifications': counter('{notification}', 'Notifications that have ended.'),
  'jsonrpc.server.rejected_calls': counter('{call}', 'Calls that a limit has rejected.'),
  'jsonrpc.server.rejected_messages': counter('{message}', 'Messages whose calls did not run.'),
  'jsonrpc.server.conflicts': counter('{conflict}', 'Conflicts of transactions.'),
  'jsonrpc.server.background_tasks': counter('{task}', 'Background tasks that have ended.'),
  'jsonrpc.server.waiting_background_tasks': gauge('{task}', 'Background tasks that wait.'),
  'jsonrpc.server.connections': gauge('{connection}', 'Connections that are open.'),
  'jsonrpc.server.congested_connections': gauge(
    '{connection}',
    'Connections whose clients read too slowly.',
  ),
  'jsonrpc.server.buffered_memory': gauge('By', 'Data that clients of connections have not read.'),
  'jsonrpc.server.rejected_connections': counter('{connection}', 'Upgrades that were rejected.'),
  'jsonrpc.server.subscriptions': gauge('{subscription}', 'Subscriptions that are open.'),
  'jsonrpc.server.ended_subscriptions': observedCounter(
    '{subscription}',
    'Subscriptions that have ended.',
  ),
  'jsonrpc.server.events': observedCounter('{event}', 'Events that were sent to subscribers.'),
  'jsonrpc.server.dropped_events': observedCounter(
    '{event}',
    'Events that subscribers were too slow to receive.',
  ),
  'jsonrpc.idempotency.keys': counter('{key}', 'Idempotency keys that calls have claimed.'),
  'jsonrpc.idempotency.repeated_calls': counter('{call}', 'Calls that repeat an idempotency key.'),
  'jsonrpc.job.events': counter(
    '{event}',
    'What has happened to the jobs of durable notifications.',
  ),
  'jsonrpc.worker.tasks': counter('{task}', 'Worker tasks that have ended.'),
  'jsonrpc.worker.running_tasks': gauge('{task}', 'Worker tasks that occupy a thread.'),
  'jsonrpc.worker.waiting_tasks': gauge('{task}', 'Worker tasks that wait for a thread.'),
};
