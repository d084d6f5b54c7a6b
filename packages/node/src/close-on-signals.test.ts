import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, backgroundTasks, Entrypoint, resource } from '@jsonrpc-kit/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { closeOnSignals, type CloseOnSignalsOptions } from './close-on-signals.js';
import { jsonRpc } from './json-rpc.js';

interface TestServer {
  readonly server: Server;
  readonly api: Api;
  readonly port: number;
  readonly close: () => Promise<void>;
  /** Fulfilled when the method `wait` runs. */
  readonly waiting: Promise<void>;
  readonly goOn: () => void;
}

async function start(options: CloseOnSignalsOptions = {}): Promise<TestServer> {
  let reportWaiting = (): void => undefined;
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    reportWaiting = resolve;
  });
  const waited = new Promise<string>((resolve) => {
    goOn = () => resolve('waited');
  });
  const rpc = new Entrypoint('/rpc', {
    limits: { maxResultBytes: Infinity, maxResponseBytes: Infinity },
  });
  rpc.method('ping', {}, () => 'pong');
  rpc.method('large', {}, () => 'x'.repeat(32 * 1024 * 1024));
  rpc.method('wait', {}, () => {
    reportWaiting();
    return waited;
  });
  rpc.method('later', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    tasks.add(() => {
      reportWaiting();
      return waited.then(() => undefined);
    });
  });
  const api = new Api({ logger: new MemoryLogger() }).bindEntrypoint(rpc);
  const server = createServer(jsonRpc(api));
  const close = closeOnSignals(server, api, { signals: [], ...options });
  return { server, api, port: await listen(server), close, waiting, goOn };
}

describe('closeOnSignals()', () => {
  test('close() lets running calls finish and rejects new ones with 503', async () => {
    const { port, close, waiting, goOn, server } = await start();
    const running = new RawClient(port).send(post('/rpc', call('wait')));
    const idle = new RawClient(port).send(post('/rpc', call('ping')));
    await idle.response();
    await waiting;
    const closed = close();
    idle.send(post('/rpc', call('ping')));
    expect(await idle.response()).toMatchObject({
      status: 503,
      headers: { connection: ['close'] },
      body: '{"detail":"Service Unavailable"}',
    });
    await idle.closed;
    goOn();
    expect(await running.response()).toMatchObject({
      // The client sends nothing more on this connection.
      headers: { connection: ['close'] },
      body: expect.stringContaining('waited'),
    });
    await closed;
    await running.closed;
    expect(server.listening).toBe(false);
  });

  test('close() closes resources when other routes of the server have responded', async () => {
    const events: string[] = [];
    const database = resource<string>('database');
    const rpc = new Entrypoint('/rpc');
    rpc.method('read', { args: { database } }, (args) => args.database);
    const api = new Api().bindEntrypoint(rpc).provide(database, {
      open: () => 'open',
      close: () => events.push('resource closed'),
    });
    const handleCall = jsonRpc(api);
    let endUpload = (): void => undefined;
    const server = createServer((incoming, outgoing) => {
      if (incoming.url !== '/upload') return handleCall(incoming, outgoing);
      endUpload = () => {
        events.push('upload ends');
        outgoing.end();
      };
      return server.emit('uploading');
    });
    const close = closeOnSignals(server, api, { signals: [] });
    const port = await listen(server);
    await new RawClient(port).send(post('/rpc', call('read'))).response();
    const client = new RawClient(port).send(post('/upload', ''));
    await once(server, 'uploading');
    const closed = close();
    const late = new RawClient(port).send(post('/rpc', call('read')));
    expect(await late.response()).toMatchObject({ status: 503 });
    endUpload();
    await client.response();
    await closed;
    expect(events).toEqual(['upload ends', 'resource closed']);
  });

  test('close() sends the rest of a response to a slow client before it closes the connection', async () => {
    const { port, close } = await start();
    const client = new RawClient(port).send(post('/rpc', call('large')));
    await once(client.socket, 'data');
    client.socket.pause();
    const closed = close();
    client.socket.resume();
    expect(JSON.parse((await client.response()).body).result).toHaveLength(32 * 1024 * 1024);
    await closed;
  });

  test('close() does not wait for idle connections or those that never sent a request', async () => {
    const { port, close } = await start();
    const idle = new RawClient(port).send(post('/rpc', call('ping')));
    const silent = new RawClient(port);
    await idle.response();
    await close();
    await Promise.all([idle.closed, silent.closed]);
    expect([idle.socket.closed, silent.socket.closed]).toEqual([true, true]);
  });

  test('close() waits for background tasks, then calls onClosed', async () => {
    const events: string[] = [];
    const { port, close, waiting, goOn } = await start({ onClosed: () => events.push('closed') });
    await new RawClient(port).send(post('/rpc', call('later'))).response();
    await waiting;
    const closed = close();
    events.push('task ends');
    goOn();
    await closed;
    expect(events).toEqual(['task ends', 'closed']);
  });

  test('close() aborts calls that do not finish within the timeout', async () => {
    const { port, close, waiting } = await start({ timeout: 1 });
    const client = new RawClient(port).send(post('/rpc', call('wait')));
    await waiting;
    await close();
    await client.closed;
    await expect(client.response()).rejects.toThrow('closed before the response was complete');
  });

  test('close() returns the same promise when it is called twice', async () => {
    const { close } = await start();
    expect(close()).toBe(close());
    await close();
  });

  test('close() lets a call that takes half a minute finish when timeout is Infinity', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port, close, waiting, goOn } = await start({ timeout: Infinity });
    const client = new RawClient(port).send(post('/rpc', call('wait')));
    await waiting;
    const closed = close();
    await vi.advanceTimersByTimeAsync(30_000);
    goOn();
    expect((await client.response()).body).toContain('waited');
    await closed;
  });

  test('with timeout: Infinity, everything but the calls has ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const hang = (): Promise<void> => new Promise(() => undefined);
    const { api, close, server } = await start({ timeout: Infinity, onClosed: hang });
    api.onClosed(hang);
    const startedAt = performance.now();
    const over = vi.fn<() => void>();
    void close().then(over);
    while (over.mock.calls.length === 0) {
      await vi.advanceTimersByTimeAsync(1_000);
      // The server closes in a later turn of the event loop.
      await new Promise(setImmediate);
    }
    expect(performance.now() - startedAt).toBeLessThanOrEqual(30_000);
    expect(server.listening).toBe(false);
  });

  test('close() rejects when onClosed rejects', async () => {
    const { close } = await start({ onClosed: () => Promise.reject(new Error('No')) });
    await expect(close()).rejects.toThrow('No');
  });

  test.each<[object, ErrorConstructor, string]>([
    [{ timeout: NaN }, RangeError, 'closeOnSignals(): timeout must be a number of milliseconds'],
    [{ timeout: -1 }, RangeError, 'not -1. Write Infinity to wait without a limit.'],
    [{ shutdownDelay: Infinity }, RangeError, 'shutdownDelay must be from 0 to 2147483647'],
    [{ onclosed: () => 0 }, TypeError, 'Did you mean "onClosed"?'],
  ])('closeOnSignals() throws when the options are %o', async (options, type, message) => {
    const listeners = process.listenerCount('SIGTERM');
    const closing = (): unknown => closeOnSignals(createServer(), new Api(), options);
    expect(closing).toThrow(type);
    expect(closing).toThrow(message);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });

  test('the api is closed when other code closes the server', async () => {
    const { server, api } = await start();
    server.close();
    await once(server, 'close');
    expect(api.isShuttingDown).toBe(true);
  });

  test('close() ends HTTP/2 sessions when their responses have been sent', async () => {
    const api = new Api();
    const server = createHttp2Server();
    const close = closeOnSignals(server, api, { signals: [] });
    const session = connectHttp2(`http://localhost:${await listen(server)}`);
    onTestFinished(() => session.destroy());
    const stream = session.request({ ':path': '/' });
    const [, outgoing] = await once(server, 'request');
    const closed = close();
    outgoing.end('last words');
    const chunks = await stream.toArray();
    expect(Buffer.concat(chunks).toString()).toBe('last words');
    await closed;
  });
});

describe('shutdownDelay', () => {
  const SIGNAL = 'SIGUSR2';
  const sendSignal = (): boolean => process.emit(SIGNAL, SIGNAL);

  /** Starts a server with a delay of five seconds, and sends it a signal. */
  async function startAndSignal(): Promise<TestServer & { readonly closed: Promise<void> }> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // The process of the test must stay connected to that of Vitest.
    vi.spyOn(process, 'disconnect').mockReturnValue();
    let reportClosed = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      reportClosed = resolve;
    });
    const listeners = process.listeners(SIGNAL);
    const server = await start({
      signals: [SIGNAL],
      shutdownDelay: 5_000,
      onClosed: () => reportClosed(),
    });
    onTestFinished(() => {
      const added = process.listeners(SIGNAL).filter((each) => !listeners.includes(each));
      for (const each of added) process.off(SIGNAL, each);
    });
    sendSignal();
    return { ...server, closed };
  }

  test('a signal sets isShuttingDown, and the server accepts calls until the delay has ended', async () => {
    const { api, server, port, closed } = await startAndSignal();
    expect(api.isShuttingDown).toBe(true);
    await vi.advanceTimersByTimeAsync(4_999);
    const client = new RawClient(port).send(post('/rpc', call('ping')));
    expect(await client.response()).toMatchObject({
      status: 200,
      headers: { connection: ['close'] },
    });
    expect(server.listening).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    await closed;
    expect(server.listening).toBe(false);
  });

  test('a second signal ends the delay, and a third one exits with code 1', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const { port, waiting, goOn, closed } = await startAndSignal();
    const running = new RawClient(port).send(post('/rpc', call('wait')));
    await waiting;
    await vi.advanceTimersByTimeAsync(1_001);
    sendSignal();
    await vi.advanceTimersByTimeAsync(0);
    const other = new RawClient(port).send(post('/rpc', call('ping')));
    expect((await other.response()).status).toBe(503);
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_001);
    sendSignal();
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    goOn();
    expect((await running.response()).body).toContain('waited');
    await closed;
  });

  test('a signal within a second of the first does not end the delay', async () => {
    const { api, port, close } = await startAndSignal();
    await vi.advanceTimersByTimeAsync(1_000);
    sendSignal();
    const client = new RawClient(port).send(post('/rpc', call('ping')));
    expect((await client.response()).status).toBe(200);
    expect(api.isShuttingDown).toBe(true);
    await close();
  });

  test('close() ends the delay', async () => {
    const { close, closed } = await startAndSignal();
    await close();
    await closed;
    // The timer of the delay has been cleared. The other timer waits for the process to exit.
    expect(vi.getTimerCount()).toBe(1);
  });

  test('logs what keeps the process alive ten seconds after the shutdown', async () => {
    const { api, closed } = await startAndSignal();
    const warn = vi.spyOn(api.logger, 'warn').mockReturnValue(undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    await closed;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(warn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { resources: expect.arrayContaining(['PipeWrap']) },
      'Process still runs after its shutdown',
    );
  });

  test('close() starts immediately, without the delay', async () => {
    const { close, server } = await start({ shutdownDelay: 60_000 });
    await close();
    expect(server.listening).toBe(false);
  });
});

describe('signals', () => {
  /** Starts a server in its own process. */
  async function startProcess(
    ...args: readonly string[]
  ): Promise<{ child: ChildProcess; client: RawClient; output: () => string }> {
    const file = new URL('../test/server-for-signals.mjs', import.meta.url);
    const child = fork(file, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => {
        output += data.toString();
      });
    }
    const [port] = await once(child, 'message');
    return { child, client: new RawClient(port), output: () => output };
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets running calls finish and exits with code 0 without output',
    async (signal) => {
      const { child, client, output } = await startProcess();
      client.send(post('/rpc', call('wait')));
      await once(child, 'message');
      child.kill(signal);
      child.send('go on');
      expect((await client.response()).body).toContain('waited');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(output()).toBe('');
    },
  );

  test('SIGTERM does not truncate a response that is being sent', async () => {
    const { child, client } = await startProcess();
    client.send(post('/rpc', call('large')));
    await once(client.socket, 'data');
    client.socket.pause();
    child.kill('SIGTERM');
    const exit = once(child, 'exit');
    client.socket.resume();
    expect(JSON.parse((await client.response()).body).result).toHaveLength(32 * 1024 * 1024);
    expect(await exit).toEqual([0, null]);
  });

  test('a signal more than a second after the first exits with code 1', async () => {
    const { child, client } = await startProcess('tick');
    client.send(post('/rpc', call('wait')));
    await once(child, 'message');
    const exit = once(child, 'exit');
    const sentAt = performance.now();
    child.kill('SIGTERM');
    // The process sends a message at intervals while it shuts down.
    child.on('message', () => child.kill('SIGINT'));
    expect(await exit).toEqual([1, null]);
    expect(performance.now() - sentAt).toBeGreaterThan(1_000);
  });

  test('two signals at once close the server once', async () => {
    const { child, client } = await startProcess();
    client.send(post('/rpc', call('wait')));
    await once(child, 'message');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    child.send('go on');
    expect((await client.response()).body).toContain('waited');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('a signal to the process group that the parent also forwards closes the server once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-signals-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const lockFile = join(folder, 'lock');
    const file = new URL('../test/forward-signals.mjs', import.meta.url);
    const parent = fork(file, [lockFile], {
      // Leads its own process group.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const killGroup = (signal: NodeJS.Signals): boolean =>
      parent.exitCode === null && process.kill(-(parent.pid ?? NaN), signal);
    onTestFinished(() => void killGroup('SIGKILL'));
    const [port] = (await once(parent, 'message')) as [number];
    const client = new RawClient(port).send(post('/rpc', call('wait')));
    await once(parent, 'message');
    expect(existsSync(lockFile)).toBe(true);
    killGroup('SIGTERM');
    expect((await client.response()).body).toContain('waited');
    const [printed] = (await once(parent.stdout ?? parent, 'data')) as [Buffer];
    expect(printed.toString()).toBe('{"code":0,"signal":null}\n');
    expect(existsSync(lockFile)).toBe(false);
  });

  test('a signal exits with code 1 and logs the reason when the shutdown fails', async () => {
    const { child, output } = await startProcess('fail');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(output()).toContain('The database went away');
  });

  test.each([
    'hang while opening',
    'hang while closing',
    'hang in api.onClosed',
    'hang in onClosed',
  ])('SIGTERM ends a process whose database would %s, and logs its name', async (mode) => {
    const { child, output } = await startProcess(mode);
    const sentAt = performance.now();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([1, null]);
    // Three times the timeout of 400 ms and a second, and time for a busy machine.
    expect(performance.now() - sentAt).toBeLessThan(3_500);
    expect(output()).toContain('database');
    expect(output()).toContain('hangs');
  });
});
