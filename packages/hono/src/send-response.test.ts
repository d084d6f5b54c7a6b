import { Api, backgroundTasks, dependency, Entrypoint, signal } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { call, post, RawClient } from '../../node/test/raw-client.js';
import { serveFetch, serveOnNode } from '../test/servers.js';
import { jsonRpc } from './json-rpc.js';

/** An app, and what its methods tell. */
class Told {
  readonly events: string[] = [];
  readonly app: Hono;
  /** Lets the method `wait` and the notification `noted` go on. */
  goOn: () => void = () => undefined;
  readonly #waiting = new Map<string, () => void>();

  constructor() {
    const going = new Promise<void>((resolve) => {
      this.goOn = resolve;
    });
    const opened = dependency({}, function* (this: void) {
      yield 'open';
      tell('closed');
    });
    const tell = (event: string): void => {
      this.events.push(event);
      this.#waiting.get(event)?.();
    };
    const rpc = new Entrypoint('/rpc', { maxResultBytes: Infinity, maxResponseBytes: Infinity });
    rpc.method('later', { args: { tasks: backgroundTasks, opened } }, ({ tasks }) => {
      tasks.add(async () => {
        await going;
        tell('task');
      });
      return 'now';
    });
    rpc.method('wait', { args: { opened, signal } }, async ({ signal: gone }) => {
      gone.addEventListener('abort', () => tell('gone'));
      tell('waiting');
      await going;
      tell('done');
    });
    rpc.method('large', { args: { opened } }, () => 'x'.repeat(64 * 1024 * 1024));
    this.app = new Hono().route('/', jsonRpc(new Api().bindEntrypoint(rpc)));
  }

  /** Fulfilled when the event has come. */
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
  test('teardowns and tasks run when the response has left', async () => {
    const told = new Told();
    const client = new RawClient(await serve(told.app)).send(post('/rpc', call('later')));
    expect((await client.response()).body).toContain('now');
    await told.when('closed');
    told.goOn();
    await told.when('task');
    expect(told.events).toEqual(['closed', 'task']);
  });

  test('a client that goes away fires the signal, and the teardown runs all the same', async () => {
    const told = new Told();
    const client = new RawClient(await serve(told.app)).send(post('/rpc', call('wait')));
    await told.when('waiting');
    client.socket.destroy();
    await told.when('gone');
    told.goOn();
    await told.when('closed');
    expect(told.events).toEqual(['waiting', 'gone', 'done', 'closed']);
  });

  test('a client that goes away in the middle of its answer holds no teardown back', async () => {
    const told = new Told();
    const client = new RawClient(await serve(told.app));
    client.socket.pause();
    client.send(post('/rpc', call('large')));
    client.socket.once('readable', () => client.socket.destroy());
    await told.when('closed');
    expect(told.events).toEqual(['closed']);
  });
});

describe('a runtime that stops after the answer', () => {
  /** Sends one request as such a runtime does, and gives what it was told to wait for. */
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

  test('is told to wait for teardowns and tasks', async () => {
    const told = new Told();
    const { response, ended } = await fetchWith(told.app, call('later'));
    expect(await response.json()).toMatchObject({ result: 'now' });
    told.goOn();
    await ended;
    expect(told.events).toEqual(['closed', 'task']);
  });

  test('is told to wait for notifications', async () => {
    const told = new Told();
    const { response, ended } = await fetchWith(told.app, '{"jsonrpc":"2.0","method":"wait"}');
    expect(response.status).toBe(204);
    told.goOn();
    await ended;
    expect(told.events).toContain('done');
  });
});
