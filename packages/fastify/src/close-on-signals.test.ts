import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Api, Entrypoint, resource } from '@jsonrpc-kit/core';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { listen } from '../test/listen.js';
import { closeOnSignals } from './closing.js';
import { jsonRpc } from './json-rpc.js';

/** Starts an app in its own process, whose channel to this one stays open. */
async function startProcess(...args: readonly string[]): Promise<{
  readonly child: ChildProcess;
  readonly client: RawClient;
  readonly output: () => string;
}> {
  const file = new URL('../test/app-for-signals.mjs', import.meta.url);
  const child = fork(file, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => (output += data.toString()));
  }
  const [port] = (await once(child, 'message')) as [number];
  return { child, client: new RawClient(port), output: () => output };
}

describe('signals', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets running calls finish, calls onClosed and exits with code 0 without output',
    async (signal) => {
      const { child, client, output } = await startProcess();
      client.send(post('/rpc', call('wait')));
      await once(child, 'message');
      child.kill(signal);
      child.send('go on');
      expect((await client.response()).body).toContain('waited');
      expect(await once(child, 'message')).toEqual(['closed', undefined]);
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(output()).toBe('');
    },
  );

  test('two signals at once close the application once', async () => {
    const { child, client } = await startProcess();
    client.send(post('/rpc', call('wait')));
    await once(child, 'message');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    child.send('go on');
    expect((await client.response()).body).toContain('waited');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('a signal does not wait for a connection that never sent a request', async () => {
    const { child } = await startProcess();
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('a signal exits with code 1 and logs the reason when onClosed throws', async () => {
    const { child, output } = await startProcess('fail');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output()).toContain('The database went away');
  });

  test.each(['hang while closing', 'hang in api.onClosed', 'hang in onClosed'])(
    'SIGTERM ends a process whose database would %s, and logs its name',
    async (mode) => {
      const { child, output } = await startProcess(mode);
      const sentAt = performance.now();
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([1, null]);
      // Three times the timeout of 400 ms and a second, and time for a busy machine.
      expect(performance.now() - sentAt).toBeLessThan(3_500);
      expect(output()).toContain('database');
      expect(output()).toContain('hangs');
    },
  );
});

test('a signal sets isShuttingDown of all apis, and the application accepts calls for the shutdownDelay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // The process of the test must stay connected to that of Vitest.
  vi.spyOn(process, 'disconnect').mockReturnValue();
  const apis = ['/one', '/two'].map((path) => new Api().bindEntrypoint(new Entrypoint(path)));
  const app = fastify();
  for (const api of apis) {
    await app.register(async (scope) => scope.register(jsonRpc, { api }));
  }
  const port = await listen(app);
  const closed = new Promise<void>((resolve) => {
    closeOnSignals(app, { signals: ['SIGUSR2'], shutdownDelay: 5_000, onClosed: resolve });
  });
  const before = apis.map((api) => api.isShuttingDown);
  process.emit('SIGUSR2', 'SIGUSR2');
  expect([...before, ...apis.map((api) => api.isShuttingDown)]).toEqual([false, false, true, true]);
  const client = new RawClient(port).send(post('/two', call('ping')));
  expect(await client.response()).toMatchObject({
    status: 200,
    headers: { connection: ['close'] },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await closed;
  process.removeAllListeners('SIGUSR2');
});

test('with close: { timeout: Infinity }, everything but the calls has ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const hang = (): Promise<void> => new Promise(() => undefined);
  const app = fastify({ pluginTimeout: 0 });
  const api = new Api().onClosed(hang);
  await app.register(jsonRpc, { api, close: { timeout: Infinity } });
  const requested = new Promise<void>((resolve) => {
    app.get('/hang', () => {
      resolve();
      return hang();
    });
  });
  const port = await listen(app);
  const close = closeOnSignals(app, { signals: [], onClosed: hang });
  new RawClient(port).send('GET /hang HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await requested;
  const startedAt = performance.now();
  const over = vi.fn<() => void>();
  void close().then(over);
  while (over.mock.calls.length === 0) {
    await vi.advanceTimersByTimeAsync(1_000);
    // Fastify closes in steps of the event loop.
    await new Promise(setImmediate);
  }
  expect(performance.now() - startedAt).toBeLessThanOrEqual(40_000);
  expect(app.server.listening).toBe(false);
});

test('close() closes the application once when it is called twice', async () => {
  const events: string[] = [];
  const app = fastify();
  app.addHook('onClose', async () => void events.push('onClose'));
  await app.register(jsonRpc, { api: new Api() });
  await app.ready();
  const onClosed = (): unknown => events.push('onClosed');
  const close = closeOnSignals(app, { signals: ['SIGUSR2'], onClosed });
  expect(process.listenerCount('SIGUSR2')).toBe(1);
  await Promise.all([close(), close()]);
  expect(events).toEqual(['onClose', 'onClosed']);
  expect(process.listenerCount('SIGUSR2')).toBe(0);
});

test('close() rejects new calls with 503 while other routes respond, and then closes resources', async () => {
  const events: string[] = [];
  const database = resource<string>('database');
  const rpc = new Entrypoint('/rpc');
  rpc.method('read', { args: { database } }, (args) => args.database);
  const api = new Api().bindEntrypoint(rpc).provide(database, {
    open: () => 'open',
    close: () => events.push('resource closed'),
  });
  let endUpload = (): void => undefined;
  const app = fastify({ return503OnClosing: false });
  app.get('/upload', async () => {
    await new Promise<void>((resolve) => {
      endUpload = resolve;
      app.server.emit('uploading');
    });
    events.push('upload ends');
    return 'uploaded';
  });
  await app.register(jsonRpc, { api });
  const port = await listen(app);
  const close = closeOnSignals(app, { signals: [] });
  await new RawClient(port).send(post('/rpc', call('read'))).response();
  const client = new RawClient(port).send('GET /upload HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(app.server, 'uploading');
  const closed = close();
  for (let calls = 0; calls < 3; calls++) {
    const rejected = await new RawClient(port).send(post('/rpc', call('read'))).response();
    expect(rejected).toMatchObject({ status: 503, headers: { connection: ['close'] } });
  }
  endUpload();
  expect(await client.response()).toMatchObject({
    status: 200,
    headers: { connection: ['close'] },
  });
  await closed;
  expect(events).toEqual(['upload ends', 'resource closed']);
});
