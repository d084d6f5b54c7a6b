import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import {
  addInstrumentation,
  Api,
  backgroundTasks,
  defineError,
  Entrypoint,
  HttpError,
} from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { jsonRpc as expressJsonRpc } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyJsonRpc } from '@jsonrpc-kit/fastify';
import { webSockets } from '@jsonrpc-kit/fastify/websocket';
import { jsonRpc as honoJsonRpc } from '@jsonrpc-kit/hono';
import { jsonRpc as nodeJsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import express from 'express';
import fastify from 'fastify';
import * as v from 'valibot';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { otelInstrumentation } from '../src/otel.js';
import { countingProvider, type Point } from './metrics.js';
import { call, notification } from './serve.js';

class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

function createApi(): Api {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 20_000 } });
  rpc.method('ping', {}, () => 'pöng');
  rpc.method('later', {}, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return 'a'.repeat(500);
  });
  rpc.method('crash', {}, () => {
    throw new Error('crashed');
  });
  rpc.method('conflict', {}, () => {
    throw new Conflict();
  });
  rpc.method('login', {}, () => {
    throw new HttpError(401);
  });
  rpc.method('double', { args: { n: v.number() } }, ({ n }) => 2 * n);
  rpc.subscription('ticks', { args: { count: v.number() } }, async function* ({ count }) {
    for (let tick = 1; tick <= count; tick += 1) yield tick;
    if (count === 3) throw new Error('crashed');
  });
  rpc.subscription('silence', {}, async function* () {
    yield 'begun';
    await new Promise(() => undefined);
  });
  rpc.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => undefined);
  });
  const limited = new Entrypoint('/limited', {
    rateLimit: rateLimit({ points: 3, duration: 3_600, key: () => 'all' }),
  });
  limited.method('limited', {}, () => 'fine');
  const logger = { error: () => undefined, warn: () => undefined };
  const connections = { maxConnections: 2, maxSubscriptionsPerConnection: 3 };
  return new Api({ logger, connections }).bindEntrypoint(rpc).bindEntrypoint(limited);
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function nodeServer(api: Api, listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  acceptWebSockets(server, api);
  return listen(server);
}

/** Serves requests and connections. */
const adapters: readonly [name: string, serve: (api: Api) => Promise<Server>][] = [
  ['node:http', (api) => nodeServer(api, nodeJsonRpc(api))],
  ['Express', (api) => nodeServer(api, express().use(expressJsonRpc(api)))],
  [
    'Hono',
    (api) => {
      const server = createAdaptorServer({ fetch: honoJsonRpc(api).fetch }) as Server;
      acceptWebSockets(server, api);
      return listen(server);
    },
  ],
  [
    'Fastify',
    async (api) => {
      const app = fastify();
      await app.register(fastifyJsonRpc, { api });
      await app.register(webSockets, { api });
      await app.listen({ port: 0, host: '127.0.0.1' });
      return app.server;
    },
  ],
];

interface ReceivedResponse {
  readonly id: number;
  readonly error?: { readonly code: number };
}

/** A client that counts what it sends and receives. */
class CountingClient {
  readonly #url: string;
  /** The calls by method and code. */
  readonly calls = new Map<string, number>();
  readonly bytes = { sent: 0, received: 0 };

  constructor(url: string) {
    this.#url = url;
  }

  count(method: string, code: number | string): void {
    const key = `${method} ${code}`;
    this.calls.set(key, (this.calls.get(key) ?? 0) + 1);
  }

  async send(message: unknown, type = 'application/json'): Promise<number> {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const text = await response.text();
    this.bytes.received += Buffer.byteLength(text);
    if (type === 'application/json' && response.status !== 413) {
      this.bytes.sent += Buffer.byteLength(body);
    }
    this.#countCalls(message, response.status, text);
    return response.status;
  }

  #countCalls(message: unknown, status: number, text: string): void {
    if (typeof message === 'string') return;
    const received = text === '' ? [] : ([JSON.parse(text)].flat() as ReceivedResponse[]);
    for (const { id, method } of [message].flat() as { id?: number; method: string }[]) {
      const known = method.startsWith('made') ? '_OTHER' : method;
      if (status === 401) this.count(known, 'HttpError');
      else if (id === undefined) this.count(known, method === 'crash' ? -32603 : 'ok');
      else if (status === 200) {
        const response = received.find((one) => one.id === id);
        this.count(known, response?.error?.code ?? 'ok');
      }
    }
  }
}

/** Sends single calls, notifications, batches and messages without calls, many at the same time. */
async function sendMixedLoad(client: CountingClient): Promise<void> {
  const sends: Promise<number>[] = [];
  let id = 0;
  const next = (method: string, params?: object): object => call(method, (id += 1), params);
  for (let round = 0; round < 5; round += 1) {
    for (const method of ['ping', 'later', 'crash', 'conflict', 'login', `made-up-${round}`]) {
      sends.push(client.send(next(method)));
    }
    sends.push(
      client.send(next('double', { n: 2 })),
      client.send(next('double', { n: 'ä' })),
      client.send(notification('ping')),
      client.send([notification('crash'), notification('later')]),
      client.send(next('task')),
      client.send([
        ...Array.from({ length: 20 }, () => next(id % 2 === 0 ? 'ping' : 'later')),
        next('conflict'),
        next(`made-${round}`),
        next('task'),
        notification('task'),
      ]),
      client.send('{'),
      client.send('[]'),
      client.send(next('ping'), 'text/plain'),
      client.send(JSON.stringify('a'.repeat(20_001))),
    );
  }
  await Promise.all(sends);
}

/** A WebSocket that collects what it receives. */
class SocketClient {
  readonly socket: WebSocket;
  readonly received: Received[] = [];

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) => {
      this.received.push(...([JSON.parse(data.toString())].flat() as Received[]));
    });
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Waits until `count` messages that the function selects have been received. */
  async until(count: number, isCounted: (message: Received) => boolean): Promise<void> {
    while (this.received.filter(isCounted).length < count) await once(this.socket, 'message');
  }
}

/** A response, or an event of a subscription. */
interface Received {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly result?: unknown; readonly error?: unknown; readonly done?: true };
  readonly error?: { readonly code: number };
}

const countOf = ({ value }: Point): number => (value as { count: number }).count;
const sumOf = ([point]: readonly Point[]): unknown =>
  (point?.value as { sum?: number } | undefined)?.sum;
const byAttribute = (points: readonly Point[], name: string): object =>
  Object.fromEntries(points.map(({ attributes, value }) => [attributes[name], value]));

test.each(adapters)('the metrics of %s equal what the client counted', async (_, serve) => {
  const { provider, collect } = countingProvider();
  onTestFinished(addInstrumentation(otelInstrumentation({ meterProvider: provider })));
  const api = createApi();
  const server = await serve(api);
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new CountingClient(`${origin}/rpc`);
  const limitedClient = new CountingClient(`${origin}/limited`);
  await sendMixedLoad(client);
  for (let id = 1; id <= 5; id += 1) await limitedClient.send(call('limited', id));
  server.closeAllConnections();
  await api.close();

  const calls = new Map<string, number>();
  for (const point of await collect('rpc.server.call.duration')) {
    const { 'rpc.method': method, 'rpc.status_code': code, 'error.type': type } = point.attributes;
    calls.set(`${String(method)} ${String(code ?? type ?? 'ok')}`, countOf(point));
  }
  const isLimited = ([key]: [string, number]): boolean => key.startsWith('limited');
  expect(new Map([...calls].filter((one) => !isLimited(one)))).toEqual(client.calls);
  // The first response with the status 429 rejects all calls of its request.
  expect(calls.get('limited ok')).toBe(3);
  expect(calls.get('limited -32005')).toBe(2);

  const at = (points: readonly Point[], path: string): readonly Point[] =>
    points.filter(({ attributes }) => attributes['jsonrpc.entrypoint'] === path);
  expect(sumOf(at(await collect('jsonrpc.server.request.size'), '/rpc'))).toBe(client.bytes.sent);
  expect(sumOf(at(await collect('jsonrpc.server.response.size'), '/rpc'))).toBe(
    client.bytes.received,
  );
  expect(byAttribute(await collect('jsonrpc.server.notifications'), 'rpc.method')).toEqual({
    ping: 5,
    crash: 5,
    later: 5,
    task: 5,
  });
  expect(byAttribute(await collect('jsonrpc.server.background_tasks'), 'rpc.method')).toEqual({
    task: 15,
  });
  expect(await collect('jsonrpc.server.rejected_calls')).toMatchObject([
    { attributes: { 'jsonrpc.limit': 'rateLimit', 'rpc.method': 'limited' }, value: 2 },
  ]);
  expect(
    byAttribute(await collect('jsonrpc.server.rejected_messages'), 'jsonrpc.rejection'),
  ).toEqual({ 'not-json': 5, 'not-calls': 5, 'http-415': 5, 'http-413': 5 });
  const gauges = ['running_calls', 'waiting_calls', 'abandoned_calls', 'waiting_background_tasks'];
  for (const gauge of gauges) {
    for (const { value } of await collect(`jsonrpc.server.${gauge}`)) expect(value).toBe(0);
  }
  expect(await collect('jsonrpc.server.held_memory')).toMatchObject([{ value: 0 }]);
});

/** Returns the events, and the subscriptions that have ended, of all apis that this process has had. */
async function countEvents(
  collect: ReturnType<typeof countingProvider>['collect'],
): Promise<Map<string, number>> {
  const points = [
    ...(await collect('jsonrpc.server.events')),
    ...(await collect('jsonrpc.server.ended_subscriptions')),
  ];
  return new Map(
    points.map(({ attributes, value }) => [
      `${String(attributes['rpc.method'])} ${String(attributes['jsonrpc.subscription.end'] ?? '')}`.trim(),
      Number(value),
    ]),
  );
}

test.each(adapters)(
  'the metrics of connections on %s equal what the clients counted',
  async (_, serve) => {
    const { provider, collect } = countingProvider();
    onTestFinished(addInstrumentation(otelInstrumentation({ meterProvider: provider })));
    const api = createApi();
    const server = await serve(api);
    onTestFinished(() => void server.close());
    const before = await countEvents(collect);
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
    const clients = [new SocketClient(url), new SocketClient(url)] as const;
    await Promise.all(clients.map(({ socket }) => once(socket, 'open')));
    const tooMany = new SocketClient(url);
    await once(tooMany.socket, 'unexpected-response');
    expect(byAttribute(await collect('jsonrpc.server.connections'), 'jsonrpc.entrypoint')).toEqual({
      '/rpc': 2,
      '/limited': 0,
    });

    const [busy, leaving] = clients;
    let id = 0;
    const methods: string[] = [];
    const next = (method: string, params?: object): object => {
      methods.push(method);
      return call(method, (id += 1), params);
    };
    for (let round = 0; round < 5; round += 1) {
      busy.send(next('ping'));
      busy.send([next('crash'), next('conflict'), next(`made-up-${round}`), notification('ping')]);
      busy.send(next('login'));
      busy.send(next('double', { n: 'ä' }));
    }
    for (const count of [2, 3]) {
      busy.send(next('ticks.subscribe', { count }));
      await busy.until(1, ({ params }) => params?.[count === 2 ? 'done' : 'error'] !== undefined);
    }
    for (let one = 1; one <= 4; one += 1) busy.send(next('silence.subscribe'));
    await busy.until(3, ({ method }) => method === 'silence');
    await busy.until(id, ({ id: responseId }) => responseId !== undefined);
    leaving.send(call('silence.subscribe', 1));
    await leaving.until(1, ({ method }) => method === 'silence');
    expect(byAttribute(await collect('jsonrpc.server.subscriptions'), 'rpc.method')).toEqual({
      'ticks.subscribe': 0,
      'silence.subscribe': 4,
    });

    leaving.socket.terminate();
    const open = async (): Promise<object> =>
      byAttribute(await collect('jsonrpc.server.connections'), 'jsonrpc.entrypoint');
    await expect.poll(open).toEqual({ '/rpc': 1, '/limited': 0 });
    const closed = once(busy.socket, 'close');
    await Promise.all([closed, api.close()]);

    const expected = new Map<string, number>([
      ['silence.subscribe ok', 1],
      ['ping ok', 5],
    ]);
    for (const [index, name] of methods.entries()) {
      const response = busy.received.find((one) => one.id === index + 1);
      const code = response?.error?.code ?? 'ok';
      const key = `${name.startsWith('made') ? '_OTHER' : name} ${code}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const calls = new Map<string, number>();
    for (const point of await collect('rpc.server.call.duration')) {
      const {
        'rpc.method': method,
        'rpc.status_code': code,
        'error.type': type,
      } = point.attributes;
      calls.set(`${String(method)} ${String(code ?? type ?? 'ok')}`, countOf(point));
    }
    expect(calls).toEqual(expected);
    const increase = Array.from(await countEvents(collect), ([key, value]) => [
      key,
      value - (before.get(key) ?? 0),
    ]);
    expect(Object.fromEntries(increase)).toEqual({
      'ticks.subscribe': 5,
      'silence.subscribe': 4,
      'ticks.subscribe done': 1,
      'ticks.subscribe failed': 1,
      'silence.subscribe left': 1,
      'silence.subscribe shutting-down': 3,
    });
    expect(await collect('jsonrpc.server.rejected_calls')).toMatchObject([
      { attributes: { 'jsonrpc.limit': 'maxSubscriptions' }, value: 1 },
    ]);
    expect(await collect('jsonrpc.server.rejected_connections')).toMatchObject([
      { attributes: { 'jsonrpc.rejection': 'http-503' }, value: 1 },
    ]);
    for (const gauge of ['connections', 'subscriptions', 'running_calls', 'buffered_memory']) {
      for (const { value } of await collect(`jsonrpc.server.${gauge}`)) expect(value).toBe(0);
    }
  },
);
