import {
  Api,
  backgroundTasks,
  dependency,
  Entrypoint,
  httpRequest,
  signal,
} from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { serveFetch, serveOnNode } from '../test/servers.js';
import { jsonRpc } from './json-rpc.js';

/** An app that records what happens in its methods. */
class RecordingApp {
  readonly events: string[] = [];
  readonly app: Hono;
  /** Lets the method `wait` and the background task finish. */
  goOn: () => void = () => undefined;
  readonly #waiting = new Map<string, () => void>();

  constructor() {
    const going = new Promise<void>((resolve) => {
      this.goOn = resolve;
    });
    const opened = dependency({}, function* (this: void) {
      yield 'open';
      record('closed');
    });
    const record = (event: string): void => {
      this.events.push(event);
      this.#waiting.get(event)?.();
    };
    const rpc = new Entrypoint('/rpc', {
      limits: { maxResultBytes: Infinity, maxResponseBytes: Infinity },
    });
    rpc.method('later', { args: { tasks: backgroundTasks, opened } }, ({ tasks }) => {
      tasks.add(async () => {
        await going;
        record('task');
      });
      return 'now';
    });
    rpc.method('wait', { args: { opened, signal } }, async ({ signal: gone }) => {
      gone.addEventListener('abort', () => record('gone'));
      record('waiting');
      await going;
      record('done');
    });
    rpc.method('large', { args: { opened } }, () => 'x'.repeat(24 * 1024 * 1024));
    this.app = new Hono().route('/', jsonRpc(new Api().bindEntrypoint(rpc)));
  }

  /** Resolves when the event has happened. */
  when(event: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.events.includes(event)) resolve();
      else this.#waiting.set(event, resolve);
    });
  }
}

describe.each([
  ['on Node', serveOnNode],
  ['as a fetch handler', serveFetch],
])('%s', (_, serve) => {
  test('teardowns and background tasks run after the response has been sent', async () => {
    const recorded = new RecordingApp();
    const client = new RawClient(await serve(recorded.app)).send(post('/rpc', call('later')));
    expect((await client.response()).body).toContain('now');
    await recorded.when('closed');
    recorded.goOn();
    await recorded.when('task');
    expect(recorded.events).toEqual(['closed', 'task']);
  });

  test('a client that disconnects fires the signal, and the teardown still runs', async () => {
    const recorded = new RecordingApp();
    const client = new RawClient(await serve(recorded.app)).send(post('/rpc', call('wait')));
    await recorded.when('waiting');
    client.socket.destroy();
    await recorded.when('gone');
    recorded.goOn();
    await recorded.when('closed');
    expect(recorded.events).toEqual(['waiting', 'gone', 'done', 'closed']);
  });

  test('a client that disconnects during its response does not delay the teardown', async () => {
    const recorded = new RecordingApp();
    const client = new RawClient(await serve(recorded.app));
    client.socket.pause();
    client.send(post('/rpc', call('large')));
    client.socket.once('readable', () => client.socket.destroy());
    await recorded.when('closed');
    expect(recorded.events).toEqual(['closed']);
  });
});

test.each([
  ['a call with a background task', call('task')],
  ['a running notification', '{"jsonrpc":"2.0","method":"run"}'],
])('the signals of %s and of its request do not fire after the response', async (_, body) => {
  const controller = new AbortController();
  let resume = (): void => undefined;
  const disconnected = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const rpc = new Entrypoint('/rpc');
  let areAborted: readonly boolean[] | undefined;
  const record = async (...signals: readonly AbortSignal[]): Promise<void> => {
    await disconnected;
    areAborted = signals.map(({ aborted }) => aborted);
  };
  const args = { signal, request: httpRequest, tasks: backgroundTasks };
  rpc.method('task', { args }, ({ signal: gone, request, tasks }) =>
    tasks.add(() => record(gone, request.signal)),
  );
  rpc.method('run', { args }, ({ signal: gone, request }) => record(gone, request.signal));
  const app = new Hono().route('/', jsonRpc(new Api().bindEntrypoint(rpc)));
  const headers = { 'content-type': 'application/json' };
  await app.request('/rpc', { method: 'POST', headers, body, signal: controller.signal });
  controller.abort();
  resume();
  await vi.waitFor(() => expect(areAborted).toEqual([false, false]));
});

describe('a runtime that stops after the response', () => {
  /** Sends one request as such a runtime does, with the promises passed to `waitUntil()`. */
  async function fetchWith(
    app: Hono,
    body: string,
  ): Promise<{ response: Response; ended: Promise<void> }> {
    const promises: Promise<unknown>[] = [];
    const context = {
      waitUntil: (promise: Promise<unknown>) => void promises.push(promise),
      passThroughOnException: () => undefined,
      props: {},
    };
    const headers = { 'content-type': 'application/json' };
    const request = new Request('http://localhost/rpc', { method: 'POST', headers, body });
    const response = await app.fetch(request, {}, context);
    return { response, ended: Promise.all(promises).then(() => undefined) };
  }

  test('waitUntil() waits for teardowns and background tasks', async () => {
    const recorded = new RecordingApp();
    const { response, ended } = await fetchWith(recorded.app, call('later'));
    expect(await response.json()).toMatchObject({ result: 'now' });
    recorded.goOn();
    await ended;
    expect(recorded.events).toEqual(['closed', 'task']);
  });

  test('waitUntil() waits for notifications', async () => {
    const recorded = new RecordingApp();
    const { response, ended } = await fetchWith(recorded.app, '{"jsonrpc":"2.0","method":"wait"}');
    expect(response.status).toBe(204);
    recorded.goOn();
    await ended;
    expect(recorded.events).toContain('done');
  });
});
