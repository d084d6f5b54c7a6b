import { Api, backgroundTasks, Entrypoint, signal } from '@jsonrpc-kit/core';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, post, RawClient } from '../../node/test/raw-client.js';
import { listen } from '../test/listen.js';
import { jsonRpc, type JsonRpcOptions } from './json-rpc.js';

const LARGE = 32 * 1024 * 1024;

let events: string[];
/** Fulfilled when the method `wait` runs. */
let waiting: Promise<void>;
/** Lets it go on. */
let goOn: () => void;
let api: Api;

beforeEach(() => {
  events = [];
  let runs = (): void => undefined;
  waiting = new Promise((resolve) => {
    runs = resolve;
  });
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const rpc = new Entrypoint('/rpc', { maxResultBytes: Infinity, maxResponseBytes: Infinity });
  rpc.method('wait', { args: { tasks: backgroundTasks } }, async ({ tasks }) => {
    tasks.add(() => void events.push('task'));
    runs();
    await going;
    events.push('done');
    return 'done';
  });
  rpc.method('large', {}, () => 'x'.repeat(LARGE));
  rpc.method('hang', { args: { signal } }, ({ signal: aborted }) => {
    runs();
    return new Promise((_, reject) => {
      aborted.addEventListener('abort', () => {
        events.push('aborted');
        reject(new Error('aborted'));
      });
    });
  });
  api = new Api({ logger: { error: () => undefined, warn: () => undefined } }).bindEntrypoint(rpc);
});

async function serve(
  options: Partial<JsonRpcOptions> = {},
  server: FastifyServerOptions = {},
): Promise<{ app: FastifyInstance; client: RawClient }> {
  const app = fastify(server);
  app.addHook('onClose', async () => void events.push('onClose'));
  await app.register(jsonRpc, { api, ...options });
  return { app, client: new RawClient(await listen(app)) };
}

test('the application closes when the running call is answered and its tasks have run', async () => {
  const { app, client } = await serve();
  client.send(post('/rpc', call('wait')));
  await waiting;
  const closed = app.close();
  goOn();
  expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"done"}');
  await closed;
  expect(events).toEqual(['done', 'task', 'onClose']);
  expect(api.isClosed).toBe(true);
});

test('what is written to a slow client is sent before its connection is closed', async () => {
  const { app, client } = await serve();
  client.socket.pause();
  client.send(post('/rpc', call('large')));
  const readable = new Promise((resolve) => client.socket.once('readable', resolve));
  await readable;
  const closed = app.close();
  client.socket.resume();
  expect((await client.response()).body).toHaveLength(LARGE + 36);
  await closed;
});

test('new requests are answered by Fastify', async () => {
  const { app, client } = await serve();
  client.send(post('/rpc', call('wait')));
  await waiting;
  const other = new RawClient((app.server.address() as { port: number }).port);
  const closed = app.close();
  other.send(post('/rpc', call('large')));
  expect(await other.response()).toMatchObject({ status: 503, headers: { connection: ['close'] } });
  goOn();
  await closed;
});

test('or by the api, where Fastify is told not to', async () => {
  const { app, client } = await serve({}, { return503OnClosing: false });
  client.send(post('/rpc', call('wait')));
  await waiting;
  const other = new RawClient((app.server.address() as { port: number }).port);
  const closed = app.close();
  other.send(post('/rpc', call('large')));
  expect(await other.response()).toMatchObject({
    status: 503,
    body: '{"detail":"Service Unavailable"}',
  });
  goOn();
  await closed;
});

test('what does not end in time is aborted', async () => {
  const { app, client } = await serve({ closeTimeout: 0 });
  client.send(post('/rpc', call('hang')));
  await waiting;
  await app.close();
  expect(events).toEqual(['aborted', 'onClose']);
});

test('a call that takes half a minute finishes when closeTimeout is Infinity', async () => {
  const { app, client } = await serve({ closeTimeout: Infinity }, { pluginTimeout: 0 });
  client.send(post('/rpc', call('wait')));
  await waiting;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = app.close();
  await vi.advanceTimersByTimeAsync(30_000);
  goOn();
  expect((await client.response()).body).toContain('done');
  await closed;
});

test('registering rejects a closeTimeout that is negative or NaN', async () => {
  const message = 'jsonRpc: closeTimeout must be a number of milliseconds, 0 or more';
  await expect(serve({ closeTimeout: -1 })).rejects.toThrow(new RegExp(message));
  await expect(serve({ closeTimeout: NaN })).rejects.toThrow(RangeError);
});

describe("Fastify's own limit to the closing of a plugin", () => {
  test('must be longer', async () => {
    await expect(serve({ closeTimeout: 8_001 })).rejects.toThrow(
      "jsonRpc: closeTimeout is 8001, and Fastify's pluginTimeout must be at least 2000 more (or 0)",
    );
    await expect(serve({ closeTimeout: 8_001 }, { pluginTimeout: 10_001 })).resolves.toBeDefined();
    await expect(serve({ closeTimeout: 60_000 }, { pluginTimeout: 0 })).resolves.toBeDefined();
  });

  test('is kept by default', async () => {
    const { app, client } = await serve({}, { pluginTimeout: 2_000 });
    client.send(post('/rpc', call('hang')));
    await waiting;
    await app.close();
    expect(events).toEqual(['aborted', 'onClose']);
  });
});
