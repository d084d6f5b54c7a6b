import { addInstrumentation, defineError, dependency, Entrypoint } from '@jsonrpc-kit/core';
import type { CallRecorder } from '@jsonrpc-kit/core/adapter';
import { metrics } from '@opentelemetry/api';
import { expect, onTestFinished, test } from 'vitest';
import { countingProvider } from '../../test/metrics.js';
import { call, type Post, serve } from '../../test/serve.js';
import { otelInstrumentation } from './otel-instrumentation.js';
import { otelJobEvents } from './otel-job-events.js';

class Conflict extends defineError({ code: -32010, message: 'Conflict' }) {}
class InProgress extends defineError({ code: -32009, message: 'In progress' }) {}
class Poor extends defineError({ code: 6001, message: 'Poor' }) {}

const transaction = dependency({}, () => 1, { teardown: 'before-response' });

/** A recorder that treats every call as a replay. */
const replaying: CallRecorder = {
  kind: 'call-recorder',
  transaction,
  caller: transaction,
  errors: [],
  key: { isRequired: false, maxLength: 255 },
  claim: () => ({ member: 'result', json: '1' }),
};

function serveOutcomes(): Post {
  const v1 = new Entrypoint('/rpc');
  v1.method('ping', {}, () => 'pong');
  v1.method('replayed', { args: { transaction }, idempotent: replaying }, () => 2);
  for (const [name, ErrorClass] of Object.entries({ Conflict, InProgress, Poor })) {
    v1.method(name, {}, () => {
      throw new ErrorClass();
    });
  }
  return serve(v1);
}

const repeated = (method: string, outcome: string, value = 1): object => ({
  name: 'jsonrpc.idempotency.repeated_calls',
  attributes: { 'jsonrpc.idempotency.outcome': outcome, 'rpc.method': method },
  value,
});

test('otelInstrumentation() counts replays, conflicts and calls in progress by method', async () => {
  const { provider, collect } = countingProvider();
  onTestFinished(addInstrumentation(otelInstrumentation({ meterProvider: provider })));
  const post = serveOutcomes();
  const methods = ['ping', 'replayed', 'replayed', 'Conflict', 'InProgress', 'Poor', 'unknown'];
  await post(methods.map((method, id) => call(method, id)));
  const points = await collect();
  expect(points).toHaveLength(3);
  // Calls of a batch end in any order.
  expect(points).toEqual(
    expect.arrayContaining([
      repeated('replayed', 'replay', 2),
      repeated('Conflict', 'conflict'),
      repeated('InProgress', 'in_progress'),
    ]),
  );
});

test('otelInstrumentation() counts with a global provider that is registered later', async () => {
  onTestFinished(addInstrumentation(otelInstrumentation()));
  const post = serveOutcomes();
  await post(call('replayed', 1));
  const { provider, collect } = countingProvider();
  onTestFinished(() => metrics.disable());
  metrics.setGlobalMeterProvider(provider);
  await post(call('replayed', 2));
  expect(await collect()).toEqual([repeated('replayed', 'replay')]);
});

test('otelJobEvents() counts what happens to jobs by queue and method', async () => {
  const { provider, collect } = countingProvider();
  const onEvent = otelJobEvents({ meterProvider: provider });
  const event = { queue: 'emails', method: 'send', jobId: 'a', attempt: 1 };
  for (const kind of ['added', 'retried', 'retried', 'dead']) onEvent({ ...event, kind });
  const counted = (kind: string, value: number): object => ({
    name: 'jsonrpc.job.events',
    attributes: {
      'jsonrpc.job.event': kind,
      'messaging.destination.name': 'emails',
      'rpc.method': 'send',
    },
    value,
  });
  expect(await collect()).toEqual([counted('added', 1), counted('retried', 2), counted('dead', 1)]);
});
