import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addInstrumentation,
  Api,
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  httpBearer,
  HttpError,
} from '@jsonrpc-kit/core';
import { traceHeaders } from '@jsonrpc-kit/core/adapter';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { serveMcp } from '@jsonrpc-kit/mcp';
import { jsonRpc as jsonRpcOfNode } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import {
  context,
  createContextKey,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { runAsJob } from '@jsonrpc-kit/test-support/other-carriers';
import { Gate } from '../../test/gate.js';
import { countingProvider } from '../../test/metrics.js';
import { call, notification, type Post, serve, toolCall, toolHeaders } from '../../test/serve.js';
import { otelInstrumentation } from './otel-instrumentation.js';

class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

const TRACE = '12345678901234567890123456789012';
const PARENT = '1234567890123456';
const TENANT = createContextKey('tenant');

/** The finished spans by start time. */
let begunSpans: ReadableSpan[];
let provider: BasicTracerProvider;
let gate: Gate;
let begun: Gate;
let rpc: Entrypoint;
let post: Post;

beforeEach(() => {
  begunSpans = [];
  const processor = {
    onStart: (span: ReadableSpan) => void begunSpans.push(span),
    onEnd: () => undefined,
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  provider = new BasicTracerProvider({ spanProcessors: [processor] });
  gate = new Gate();
  begun = new Gate();
  rpc = new Entrypoint('/rpc', { concurrency: 2 });
  rpc.method('ping', {}, () => 'pong');
  rpc.method('crash', {}, async () => {
    await Promise.resolve();
    throw new TypeError('crashed');
  });
  rpc.method('conflict', {}, () => {
    throw new Conflict();
  });
  rpc.method('login', {}, () => {
    throw new HttpError(401, 'Not authenticated');
  });
  rpc.method('secret', { args: { token: httpBearer() } }, () => 'secret');
  rpc.method('end', { args: { status: v.number() } }, ({ status }) => {
    throw new HttpError(status);
  });
  rpc.method('hold', {}, async () => {
    begun.open();
    await gate.opened;
    throw new Error('held');
  });
  rpc.method('active', {}, async () => {
    await Promise.resolve();
    return [trace.getActiveSpan()?.spanContext().spanId, context.active().getValue(TENANT)];
  });
  rpc.method('trace', {}, async () => {
    await Promise.resolve();
    return traceHeaders(console);
  });
  rpc.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => {
      trace.getTracer('task').startSpan('in the task').end();
      gate.open();
    });
  });
  post = serve(rpc);
});

afterEach(() => {
  for (const api of [trace, context, propagation]) api.disable();
});

/** Registers an SDK and the instrumentation until the test ends. */
function start(): void {
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(addInstrumentation(otelInstrumentation()));
}

function spans(): ReadableSpan[] {
  return begunSpans.filter(({ ended }) => ended);
}

const idOf = (span: ReadableSpan | undefined): string | undefined => span?.spanContext().spanId;
const named = (name: string): ReadableSpan[] => spans().filter((span) => span.name === name);

describe('otelInstrumentation()', () => {
  test('passes the span of the active call on to jobs', async () => {
    start();
    const { json } = await post(call('trace', 1));
    const [own] = spans();
    const traceparent = `00-${own?.spanContext().traceId}-${idOf(own)}-01`;
    expect(json).toMatchObject({ result: { traceparent } });
  });

  test('creates one span for a single call and its HTTP request, named after the method', async () => {
    start();
    await post(call('ping', 'a-7'));
    expect(spans()).toMatchObject([
      { name: 'ping', kind: SpanKind.SERVER, status: { code: SpanStatusCode.UNSET } },
    ]);
    expect(spans()[0]?.attributes).toEqual({
      'rpc.system.name': 'jsonrpc',
      'jsonrpc.protocol.version': '2.0',
      'rpc.method': 'ping',
      'jsonrpc.request.id': 'a-7',
      'http.request.method': 'POST',
      'http.route': '/rpc',
      'http.response.status_code': 200,
      'server.address': 'localhost',
      'url.path': '/rpc',
    });
  });

  test.each([
    ['bank.example', { 'server.address': 'bank.example' }],
    ['bank.example:3000', { 'server.address': 'bank.example', 'server.port': 3000 }],
    ['[::1]:3000', { 'server.address': '[::1]', 'server.port': 3000 }],
    ['<script>', {}],
    ['a'.repeat(1000), { 'server.address': `${'a'.repeat(199)}…` }],
  ])('has the address of the server in the Host header %s', async (host, attributes) => {
    start();
    await post(call('ping', 1), { host });
    const own = Object.entries(spans()[0]?.attributes ?? {});
    expect(Object.fromEntries(own.filter(([name]) => name.startsWith('server.')))).toEqual(
      attributes,
    );
  });

  test('runs a call in its span', async () => {
    start();
    const { json } = await post(call('active', 1));
    expect(json).toMatchObject({ result: [idOf(spans()[0]), null] });
  });

  test.each<[what: string, message: object, name: string, attributes: object, description: string]>(
    [
      [
        'an unhandled exception',
        call('crash', 1),
        'crash',
        { 'error.type': '-32603', 'rpc.status_code': '-32603' },
        'Internal error',
      ],
      [
        'a typed error',
        call('conflict', 1),
        'conflict',
        { 'error.type': '6002', 'rpc.response.status_code': '6002' },
        'Conflict',
      ],
      ['an HTTP error', call('login', 1), 'login', { 'error.type': 'HttpError' }, 'HTTP 401'],
      [
        'a missing credential',
        call('secret', 1),
        'secret',
        { 'error.type': '-32013', 'rpc.status_code': '-32013' },
        'Unauthorized',
      ],
      [
        'an unknown method',
        call('made/up', 1),
        'jsonrpc',
        { 'rpc.method': '_OTHER', 'rpc.method_original': 'made/up', 'error.type': '-32601' },
        'Method not found',
      ],
    ],
  )(
    'describes a failed call in its span: %s',
    async (_, message, name, attributes, description) => {
      start();
      await post(message);
      const status = { code: SpanStatusCode.ERROR, message: description };
      expect(spans()).toMatchObject([{ name, status, attributes }]);
    },
  );

  test('records unhandled exceptions, but no typed errors, on the span of a call', async () => {
    start();
    await post([call('crash', 1), call('conflict', 2), call('login', 3), notification('login')]);
    const events = spans().map(({ name, events: [event] }) => [
      name,
      event?.attributes?.['exception.type'],
      event?.attributes?.['exception.message'],
    ]);
    expect(events).toEqual([
      ['jsonrpc batch', undefined, undefined],
      ['crash', 'TypeError', 'crashed'],
      ['conflict', undefined, undefined],
      ['login', undefined, undefined],
      ['login', undefined, undefined],
    ]);
  });
});

test('otelInstrumentation() creates a span for every call of a batch', async () => {
  start();
  const pings = [1, 2, 4, 5].map((id) => call('ping', id));
  await post([...pings.slice(0, 2), call('crash', 3), ...pings.slice(2)]);
  const [request, ...calls] = spans();
  expect(request).toMatchObject({ name: 'jsonrpc batch', status: { code: SpanStatusCode.UNSET } });
  expect(calls.map(({ name }) => name)).toEqual(['ping', 'ping', 'crash', 'ping', 'ping']);
  const parents = new Set(calls.map(({ parentSpanContext }) => parentSpanContext?.spanId));
  expect(parents).toEqual(new Set([idOf(request)]));
});

test.each([
  ['is not marked as failed for status 499', 499, { code: SpanStatusCode.UNSET }],
  ['is marked as failed for status 500', 500, { code: SpanStatusCode.ERROR, message: 'HTTP 500' }],
  ['is marked as failed for status 503', 503, { code: SpanStatusCode.ERROR, message: 'HTTP 503' }],
])('the OpenTelemetry span of a batch %s', async (_, status, expected) => {
  start();
  await post([call('end', 1, { status }), call('ping', 2)]);
  expect(spans()[0]).toMatchObject({ name: 'jsonrpc batch', status: expected });
  expect(spans()[0]?.attributes['error.type']).toBe(status < 500 ? undefined : String(status));
});

test('otelInstrumentation() creates one span for the call of a tool by an agent, named after the method', async () => {
  start();
  const stats = new Entrypoint('/rpc');
  stats.method('stats.count', {}, () => 3);
  const api = new Api().bindEntrypoint(stats);
  serveMcp(api, { methods: () => true });
  await jsonRpc(api).request('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...toolHeaders('stats_count') },
    body: JSON.stringify(toolCall('stats_count', { traceparent: `00-${TRACE}-${PARENT}-01` })),
  });
  expect(spans()).toMatchObject([
    {
      name: 'stats.count',
      parentSpanContext: { traceId: TRACE, spanId: PARENT },
      attributes: { 'http.route': '/mcp', 'url.path': '/mcp', 'rpc.method': 'stats.count' },
    },
  ]);
});

describe('otelInstrumentation() in a job', () => {
  const traceparent = `00-${TRACE}-${PARENT}-01`;

  test('creates a consumer span, which continues the trace that was stored with the job', async () => {
    start();
    const api = new Api().bindEntrypoint(rpc);
    await provider.getTracer('queue').startActiveSpan('poll', async (poll) => {
      await runAsJob(api, rpc, 'ping', { traceparent });
      poll.end();
    });
    const [, job, ...others] = spans();
    expect(job).toMatchObject({
      name: 'ping',
      kind: SpanKind.CONSUMER,
      parentSpanContext: { traceId: TRACE, spanId: PARENT },
      status: { code: SpanStatusCode.UNSET },
    });
    // A job has no HTTP request.
    expect(Object.keys(job?.attributes ?? {})).toEqual([
      'rpc.system.name',
      'rpc.method',
      'jsonrpc.protocol.version',
      'jsonrpc.request.id',
    ]);
    expect(others).toEqual([]);
  });

  test.each([
    ['crash', 'Internal error'],
    ['login', 'HTTP 401'],
  ])('marks the span of the job as failed if the call fails: %s', async (method, message) => {
    start();
    const logger = { error: () => undefined, warn: () => undefined };
    await runAsJob(new Api({ logger }).bindEntrypoint(rpc), rpc, method);
    expect(spans()[0]).toMatchObject({
      name: method,
      status: { code: SpanStatusCode.ERROR, message },
    });
  });

  test.each([
    ['a shared dependency throws an HTTP error', false, 'HTTP 503'],
    ['the api is closing', true, 'Internal error'],
  ])('marks the span of the job as failed if %s', async (_, isClosing, message) => {
    start();
    const unavailable = dependency({}, () => {
      throw new HttpError(503);
    });
    const guarded = new Entrypoint('/rpc', { messageDependencies: [unavailable] });
    guarded.method('ping', {}, () => 'pong');
    const api = new Api().bindEntrypoint(guarded);
    if (isClosing) await api.close();
    await runAsJob(api, guarded, 'ping');
    expect(spans()).toMatchObject([
      { name: 'jsonrpc', status: { code: SpanStatusCode.ERROR, message } },
    ]);
  });
});

test.each([
  ['a body that is not JSON', '{', 200],
  ['a wrong media type', call('ping', 1), 415],
])('otelInstrumentation() uses a fixed name for %s', async (what, message, status) => {
  start();
  await post(message, what === 'a body that is not JSON' ? {} : { 'content-type': 'text/plain' });
  const attributes = { 'http.response.status_code': status };
  expect(spans()).toMatchObject([{ name: 'jsonrpc', attributes }]);
});

describe('otelInstrumentation()', () => {
  test('continues the trace of the client if HTTP is not instrumented', async () => {
    start();
    await post(call('ping', 1), { traceparent: `00-${TRACE}-${PARENT}-01` });
    expect(spans()).toMatchObject([{ parentSpanContext: { traceId: TRACE, spanId: PARENT } }]);
  });

  test('continues a trace that is active as a remote span', async () => {
    start();
    const remote = { traceId: TRACE, spanId: PARENT, traceFlags: 1, isRemote: true };
    await context.with(trace.setSpanContext(context.active(), remote), () => post(call('ping', 1)));
    expect(spans()).toMatchObject([{ parentSpanContext: { traceId: TRACE, spanId: PARENT } }]);
  });

  test('adds the span of a single call to the span of an HTTP instrumentation', async () => {
    start();
    await provider.getTracer('http').startActiveSpan('POST /rpc', async (http) => {
      await post(call('ping', 1));
      http.end();
    });
    const [http, own, ...others] = spans();
    expect(own).toMatchObject({ name: 'ping', parentSpanContext: { spanId: idOf(http) } });
    expect(http?.attributes).toEqual({});
    expect(others).toEqual([]);
  });

  test('adds the spans of calls to the span of an HTTP instrumentation', async () => {
    start();
    await provider.getTracer('http').startActiveSpan('POST /rpc', async (http) => {
      await post([call('ping', 1), call('crash', 2)], { traceparent: `00-${TRACE}-${PARENT}-01` });
      http.end();
    });
    const [http, ...calls] = spans();
    expect(http).toMatchObject({ name: 'POST /rpc', status: { code: SpanStatusCode.UNSET } });
    expect(calls.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual([
      ['ping', idOf(http)],
      ['crash', idOf(http)],
    ]);
  });

  test('keeps the trace of a call that has waited for another call', async () => {
    start();
    const first = post([call('hold', 1), call('hold', 2)]);
    await begun.opened;
    const ofAcme = context.active().setValue(TENANT, 'acme');
    const second = context.with(ofAcme, () => post(call('active', 3)));
    gate.open();
    const [, { json }] = await Promise.all([first, second]);
    const [own] = named('active');
    expect(json).toMatchObject({ result: [idOf(own), 'acme'] });
    expect(own?.spanContext().traceId).not.toBe(named('hold')[0]?.spanContext().traceId);
  });
});

describe('otelInstrumentation() after the response', () => {
  test('keeps the span of a notification active', async () => {
    start();
    expect(await post(notification('hold'))).toMatchObject({ status: 204 });
    expect(spans()).toEqual([]);
    gate.open();
    await post(call('ping', 1));
    expect(named('hold')).toMatchObject([
      {
        status: { code: SpanStatusCode.ERROR },
        events: [{ name: 'exception' }],
        attributes: { 'http.response.status_code': 204 },
      },
    ]);
  });

  test('creates a span for a notification that starts after its response', async () => {
    start();
    const running = post([call('hold', 1), call('hold', 2)]);
    await begun.opened;
    await post(notification('ping'));
    const [, , , response] = begunSpans;
    expect(response).toMatchObject({ name: 'jsonrpc', ended: true });
    gate.open();
    await running;
    await expect.poll(() => named('ping')).toHaveLength(1);
    expect(named('ping')[0]?.parentSpanContext?.spanId).toBe(idOf(response));
  });

  test('creates spans of background tasks below the span of their call', async () => {
    start();
    await post(call('task', 1));
    await gate.opened;
    expect(named('in the task')[0]?.parentSpanContext?.spanId).toBe(idOf(named('task')[0]));
  });
});

test('otelInstrumentation() does not change responses without an SDK or before one is registered', async () => {
  const remove = addInstrumentation(otelInstrumentation());
  expect(await post([call('ping', 1), call('crash', 2)])).toMatchObject({
    json: [{ result: 'pong' }, { error: { code: -32603 } }],
  });
  trace.setGlobalTracerProvider(provider);
  await post(call('ping', 1));
  remove();
  await post(call('ping', 2));
  expect(named('ping').map(({ attributes }) => attributes['jsonrpc.request.id'])).toEqual(['1']);
});

test('otelInstrumentation() enters no asynchronous context until an SDK is registered', async () => {
  const manager = new AsyncLocalStorageContextManager().enable();
  const entered = vi.spyOn(manager, 'with');
  context.setGlobalContextManager(manager);
  onTestFinished(addInstrumentation(otelInstrumentation()));
  await post([call('ping', 1), call('ping', 2)]);
  expect(entered).not.toHaveBeenCalled();
  trace.setGlobalTracerProvider(provider);
  await post([call('ping', 1), call('ping', 2)]);
  expect(entered).toHaveBeenCalledTimes(3);
});

test('otelInstrumentation() passes the trace of the client on if there is only a propagator', async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(addInstrumentation(otelInstrumentation()));
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  expect(await post(call('trace', 1), { traceparent })).toMatchObject({
    json: { result: { traceparent } },
  });
});

test('otelInstrumentation() uses the given tracer provider', async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  onTestFinished(addInstrumentation(otelInstrumentation({ tracerProvider: provider })));
  await post(call('ping', 1));
  expect(spans()).toMatchObject([{ name: 'ping' }]);
});

test('otelInstrumentation({ spans: false }) records metrics and leaves the traces to another tracer', async () => {
  const { provider: meterProvider, collect } = countingProvider();
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(addInstrumentation(otelInstrumentation({ spans: false, meterProvider })));
  const { json } = await trace.getTracer('other').startActiveSpan('other', async (span) => {
    const response = await post([call('ping', 1), call('trace', 2)]);
    span.end();
    return response;
  });
  expect(json).toEqual([
    { jsonrpc: '2.0', id: 1, result: 'pong' },
    { jsonrpc: '2.0', id: 2, result: {} },
  ]);
  expect(spans().map(({ name }) => name)).toEqual(['other']);
  expect(await collect('rpc.server.call.duration')).toHaveLength(2);
});

describe('a message of a connection', () => {
  /** Opens a connection with a trace, and sends the messages. Waits for as many responses. */
  async function sendOverWebSocket(...messages: readonly object[]): Promise<void> {
    const api = new Api({ logger: { error: () => undefined, warn: () => undefined } });
    const server = createServer(jsonRpcOfNode(api.bindEntrypoint(rpc))).listen(0, '127.0.0.1');
    acceptWebSockets(server, api);
    await once(server, 'listening');
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { headers });
    await once(socket, 'open');
    for (const message of messages) {
      const responded = once(socket, 'message');
      socket.send(JSON.stringify(message));
      await responded;
    }
    socket.terminate();
    await api.close();
    server.close();
  }

  test('begins a trace with one server span for each call, which links to the span of the connection', async () => {
    start();
    await sendOverWebSocket(call('ping', 1), [call('ping', 2), call('conflict', 3)]);
    const [connection, ...others] = spans().toSorted(
      (first, second) =>
        Number(first.kind === SpanKind.SERVER) - Number(second.kind === SpanKind.SERVER),
    );
    expect(connection).toMatchObject({
      name: 'jsonrpc connection',
      kind: SpanKind.INTERNAL,
      parentSpanContext: { traceId: TRACE, spanId: PARENT },
      attributes: { 'url.path': '/rpc', 'client.address': '127.0.0.1' },
    });
    const [single, batch, ...calls] = others;
    for (const message of [single, batch]) {
      expect(message?.parentSpanContext).toBeUndefined();
      expect(message?.links).toMatchObject([{ context: { spanId: idOf(connection) } }]);
      expect(message?.attributes).not.toHaveProperty('http.request.method');
    }
    expect([single?.name, batch?.name]).toEqual(['ping', 'jsonrpc batch']);
    expect(calls.map(({ name, parentSpanContext }) => [name, parentSpanContext?.spanId])).toEqual([
      ['ping', idOf(batch)],
      ['conflict', idOf(batch)],
    ]);
    expect(new Set(others.map((span) => span.spanContext().traceId)).has(TRACE)).toBe(false);
  });
});
