import { Api, backgroundTasks, Entrypoint, resource, signal } from '@jsonrpc-kit/core';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { listen } from '../test/listen.js';
import { jsonRpc, type JsonRpcOptions } from './json-rpc.js';

const LARGE = 32 * 1024 * 1024;

let events: string[];
/** Resolves when the method `wait` runs. */
let waiting: Promise<void>;
/** Lets the method `wait` return. */
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
  const rpc = new Entrypoint('/rpc', {
    limits: { maxResultBytes: Infinity, maxResponseBytes: Infinity },
  });
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

test('app.close() waits for running calls and their background tasks', async () => {
  const { app, client } = await serve();
  client.send(post('/rpc', call('wait')));
  await waiting;
  const closed = app.close();
  goOn();
  expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"done"}');
  await closed;
  expect(events).toEqual(['done', 'task', 'onClose']);
  expect(api.isShuttingDown).toBe(true);
});

test('app.close() sends the rest of a response to a slow client before it closes the connection', async () => {
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

test('Fastify rejects new requests with 503 while it closes', async () => {
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

test('the api rejects new requests with 503 when return503OnClosing is false', async () => {
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

test('app.close() aborts calls that do not finish within close.timeout', async () => {
  const { app, client } = await serve({ close: { timeout: 0 } });
  client.send(post('/rpc', call('hang')));
  await waiting;
  await app.close();
  expect(events).toEqual(['aborted', 'onClose']);
});

test('app.close() waits for a resource that needs almost close.timeout to close', async () => {
  const jobs = resource<string>('jobs');
  const rpc = new Entrypoint('/jobs');
  rpc.method('read', { args: { jobs } }, (args) => args.jobs);
  let closing: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (closing = resolve));
  const close = async (): Promise<void> => {
    closing();
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    events.push('returned');
  };
  api.bindEntrypoint(rpc).provide(jobs, { open: () => 'open', close });
  const { app } = await serve();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = app.close();
  await started;
  await vi.advanceTimersByTimeAsync(7_000);
  await closed;
  expect(events).toEqual(['returned', 'onClose']);
});

test('a call that takes half a minute finishes when close.timeout is Infinity', async () => {
  const { app, client } = await serve({ close: { timeout: Infinity } }, { pluginTimeout: 0 });
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

test('registering rejects a close.timeout that is negative or NaN', async () => {
  const message = 'jsonRpc: close: timeout must be a number of milliseconds, 0 or more';
  await expect(serve({ close: { timeout: -1 } })).rejects.toThrow(new RegExp(message));
  await expect(serve({ close: { timeout: NaN } })).rejects.toThrow(RangeError);
});

describe('pluginTimeout', () => {
  test('registering rejects a close.timeout that is too long for pluginTimeout', async () => {
    await expect(serve({ close: { timeout: 8_001 } })).rejects.toThrow(
      'Set pluginTimeout to 0, or to at least close.timeout plus 2000.',
    );
    await expect(
      serve({ close: { timeout: 8_001 } }, { pluginTimeout: 10_001 }),
    ).resolves.toBeDefined();
    await expect(
      serve({ close: { timeout: 60_000 } }, { pluginTimeout: 0 }),
    ).resolves.toBeDefined();
  });

  test('the default close.timeout fits into pluginTimeout', async () => {
    const { app, client } = await serve({}, { pluginTimeout: 2_000 });
    client.send(post('/rpc', call('hang')));
    await waiting;
    await app.close();
    expect(events).toEqual(['aborted', 'onClose']);
  });
});
