import {
  addInstrumentation,
  Api,
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  type Logger,
  signal,
} from '@jsonrpc-kit/core';
import { EarlyResponse, type IdempotencyGuard } from '@jsonrpc-kit/core/adapter';
import { count } from '@jsonrpc-kit/core/internal';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { metrics } from '@opentelemetry/api';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { countingProvider } from '../../test/metrics.js';
import { call, notification, type Post, serve } from '../../test/serve.js';
import { Gate } from '../../test/gate.js';
import { runAsJob } from '@jsonrpc-kit/test-support/other-carriers';
import { METRICS } from './metric-table.js';
import { otelInstrumentation } from './otel-instrumentation.js';

class Conflict extends defineError({ code: -32010, message: 'Conflict' }) {}
class InProgress extends defineError({ code: -32009, message: 'In progress' }) {}
class Poor extends defineError({ code: 6001, message: 'Poor' }) {}

const transaction = dependency({}, () => 1, { teardown: 'before-response' });

/** Treats every call as a replay. */
const replaying: IdempotencyGuard = {
  ...dependency({ transaction }, () => {
    throw new EarlyResponse({ result: 1 }, { message: 'Replayed' });
  }),
  errors: [],
  key: { member: 'idempotencyKey', isRequired: false, maxLength: 255 },
  checkMethod: () => undefined,
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
  const points = await collect('jsonrpc.idempotency.repeated_calls');
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
  expect(await collect('jsonrpc.idempotency.repeated_calls')).toEqual([
    repeated('replayed', 'replay'),
  ]);
});

const silent: Logger = { error: () => undefined, warn: () => undefined };

/** Registers the instrumentation with an SDK until the test ends. */
function measure(): ReturnType<typeof countingProvider>['collect'] {
  const { provider, collect } = countingProvider();
  onTestFinished(addInstrumentation(otelInstrumentation({ meterProvider: provider })));
  return collect;
}

test('otelInstrumentation() records the duration of a single call from the reception of its request', async () => {
  const collect = measure();
  const gate = new Gate();
  const begun = new Gate();
  const v1 = new Entrypoint('/rpc', { concurrency: 1 });
  v1.method('hold', {}, async () => {
    begun.open();
    await gate.opened;
  });
  v1.method('waiting', {}, () => 'waited');
  const post = serve(v1);
  const held = post(call('hold', 1));
  await begun.opened;
  const waiting = post(call('waiting', 2));
  const waitingCalls = async (): Promise<unknown> =>
    (await collect('jsonrpc.server.waiting_calls'))[0]?.value;
  await expect.poll(waitingCalls).toBe(1);
  const spinUntil = performance.now() + 20;
  while (performance.now() < spinUntil);
  gate.open();
  await Promise.all([held, waiting]);
  const durations = await collect('rpc.server.call.duration');
  expect(durations).toHaveLength(2);
  for (const { value } of durations) {
    expect((value as { sum: number }).sum).toBeGreaterThanOrEqual(0.02);
  }
});

test('otelInstrumentation() counts the running and waiting calls of each entrypoint', async () => {
  const collect = measure();
  const gate = new Gate();
  const begun = new Gate();
  const v1 = new Entrypoint('/rpc', { concurrency: 1 });
  v1.method('hold', {}, async () => {
    begun.open();
    await gate.opened;
  });
  const post = serve(v1);
  const running = [1, 2, 3].map((id) => post(call('hold', id)));
  await begun.opened;
  const at = { 'jsonrpc.entrypoint': '/rpc' };
  const numbers = async (): Promise<unknown[]> => [
    ...(await collect('jsonrpc.server.running_calls')),
    ...(await collect('jsonrpc.server.waiting_calls')),
  ];
  expect(await numbers()).toMatchObject([
    { attributes: at, value: 1 },
    { attributes: at, value: 2 },
  ]);
  gate.open();
  await Promise.all(running);
  expect(await numbers()).toMatchObject([
    { attributes: at, value: 0 },
    { attributes: at, value: 0 },
  ]);
});

test('otelInstrumentation() measures the calls of jobs, but no sizes and no notifications of them', async () => {
  const collect = measure();
  const v1 = new Entrypoint('/rpc');
  v1.method('send', {}, () => undefined);
  await runAsJob(new Api({ logger: silent }).bindEntrypoint(v1), v1, 'send');
  expect(await collect('rpc.server.call.duration')).toMatchObject([
    { attributes: { 'rpc.method': 'send' }, value: { count: 1 } },
  ]);
  expect(await collect('jsonrpc.server.request.size')).toEqual([]);
  expect(await collect('jsonrpc.server.notifications')).toEqual([]);
});

test('otelInstrumentation() creates one series for 10,000 unknown methods, and at most 101 for the codes of a method', async () => {
  const collect = measure();
  const v1 = new Entrypoint('/rpc', {
    middlewares: [
      async (context, next) => {
        await next();
        const code = Number(context.request?.id);
        if (code > 0) context.rawResponse = { error: { code, message: 'Chosen at run time' } };
      },
    ],
  });
  v1.method('ping', {}, () => 'pong');
  const post = serve(v1);
  for (let batch = 0; batch < 10; batch += 1) {
    await post(
      Array.from({ length: 1_000 }, (_, index) => call(`method-${batch}-${index}`, -index)),
      { [`x-header-${batch}`]: 'any' },
    );
  }
  await post(Array.from({ length: 500 }, (_, index) => call('ping', index)));
  const series = await collect('rpc.server.call.duration');
  const of = (method: string) =>
    series.filter(({ attributes }) => attributes['rpc.method'] === method);
  expect(of('_OTHER')).toMatchObject([{ value: { count: 10_000 } }]);
  expect(of('ping')).toHaveLength(101);
  expect(series).toHaveLength(102);
});

test('otelInstrumentation() creates no series for a thousand callers, headers and idempotency keys', async () => {
  const { provider, collect } = countingProvider();
  onTestFinished(addInstrumentation(otelInstrumentation({ meterProvider: provider })));
  const v1 = new Entrypoint('/rpc', {
    rateLimit: rateLimit({
      points: 1,
      duration: 60,
      key: (request) => request.header('caller') ?? '',
    }),
  });
  v1.method('replayed', { args: { transaction }, idempotent: replaying }, () => 2);
  const post = serve(v1);
  const send = (index: number): Promise<unknown> =>
    post(
      { ...call('replayed', 1), idempotencyKey: `key-${index}` },
      { caller: `caller-${index}`, [`x-header-${index}`]: 'any' },
    );
  await send(0);
  // The second one is over the limit.
  await send(0);
  const all = async (): Promise<readonly object[]> =>
    (await Promise.all(Object.keys(METRICS).map((name) => collect(name)))).flat();
  const before = await all();
  for (let index = 1; index < 1_000; index += 1) await send(index);
  const after = await all();
  expect(after).toHaveLength(before.length);
  expect(JSON.stringify(after)).not.toMatch(/caller-|x-header-|key-/);
});

test('otelInstrumentation() counts background tasks and what the core counts', async () => {
  const collect = measure();
  const done = new Gate();
  const v1 = new Entrypoint('/rpc', { limits: { maxResultBytes: 100 } });
  v1.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => done.open());
  });
  v1.method('large', {}, () => 'a'.repeat(200));
  const post = serve(v1);
  await post(call('task', 1));
  await done.opened;
  await post(call('large', 2));
  await post(notification('task'));
  expect(await collect('jsonrpc.server.background_tasks')).toMatchObject([
    { attributes: { 'rpc.method': 'task' }, value: 2 },
  ]);
  expect(await collect('jsonrpc.server.rejected_calls')).toMatchObject([
    { attributes: { 'jsonrpc.limit': 'maxResultBytes', 'rpc.method': 'large' }, value: 1 },
  ]);
});

test('otelInstrumentation() creates a counter for a measurement of another package', async () => {
  const collect = measure();
  count(silent, { name: 'another.counter', value: 2, attributes: { by: 'name' } });
  expect(await collect('another.counter')).toMatchObject([
    { attributes: { by: 'name' }, value: 2 },
  ]);
});

test('otelInstrumentation() distinguishes event streams that reach maxStreamLifetime from a shutdown', async () => {
  const collect = measure();
  const rpc = new Entrypoint('/rpc');
  rpc.subscription('limited', { args: { signal } }, untilAborted);
  const connections = { maxStreamLifetime: 10 };
  const api = new Api({ logger: silent, connections }).bindEntrypoint(rpc);
  const app = new Hono().route('/', jsonRpc(api));
  const response = await app.request('/rpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(call('limited.subscribe', 1)),
  });
  expect(await response.text()).toContain('maxStreamLifetime');
  expect(await collect('jsonrpc.server.ended_subscriptions')).toContainEqual(
    expect.objectContaining({
      attributes: { 'rpc.method': 'limited.subscribe', 'jsonrpc.subscription.end': 'lifetime' },
      value: 1,
    }),
  );
});

async function* untilAborted(args: { signal: AbortSignal }): AsyncGenerator<number> {
  yield 1;
  await new Promise((resolve) => args.signal.addEventListener('abort', resolve));
}
