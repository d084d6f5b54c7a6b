import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { call, serve } from '../../test/call.js';
import { gate, request } from '../../test/in-process.js';
import { connect, type MemoryClient } from '../../test/memory-socket.js';
import {
  type BaseError,
  defineError,
  dependency,
  Entrypoint,
  HttpError,
  type JsonRpcMiddleware,
  jsonRpcContext,
  signal,
  transactionDependency,
} from '../index.js';

class Closed extends defineError({ code: 6001, message: 'Closed', data: v.number() }) {}

const never = new Promise<never>(() => undefined);

function subscribe(name: string, params: object = {}, id: number | string = 1): object {
  return { jsonrpc: '2.0', id, method: `${name}.subscribe`, params };
}

/** Subscribes, and returns the id of the subscription. */
async function subscribed(client: MemoryClient, message: object): Promise<string> {
  const before = client.received.length;
  client.request(message);
  const received = await client.receive(before + 1);
  return received[before].result as string;
}

function ticks(count: number): () => AsyncGenerator<number> {
  return async function* () {
    for (let tick = 1; tick <= count; tick += 1) yield tick;
  };
}

describe('a subscription', () => {
  test('responds with 128 random bits before its events, and ends with a last word', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('ticks', { event: v.number() }, ticks(2));
    const client = await connect(serve(rpc).api);
    client.request(subscribe('ticks'));
    const received = await client.receive(4);
    const subscription: string = received[0].result;
    expect(subscription).toMatch(/^[\da-f]{32}$/);
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 1, result: subscription },
      { jsonrpc: '2.0', method: 'ticks', params: { subscription, result: 1 } },
      { jsonrpc: '2.0', method: 'ticks', params: { subscription, result: 2 } },
      { jsonrpc: '2.0', method: 'ticks', params: { subscription, done: true } },
    ]);
  });

  test('is not opened when the handler returns after the time limit of the call', async () => {
    const events: string[] = [];
    const { promise, open } = gate();
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('events', { timeout: 20 }, async () => {
      await promise;
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => never,
          return: async () => {
            events.push('returned');
            return { done: true, value: undefined };
          },
        }),
      };
    });
    const client = await connect(serve(rpc).api);
    client.request(subscribe('events'));
    expect((await client.receive(1))[0].error.message).toBe('Request timed out');
    open();
    await vi.waitFor(() => expect(events).toEqual(['returned']));
  });

  test('uses the names of its options, and sends no last word with sendDone: false', async () => {
    const rpc = new Entrypoint('/rpc');
    const names = { subscribe: 'watch', notification: 'seen', unsubscribe: 'leave' };
    rpc.subscription('ticks', { ...names, idParameter: 'sub', sendDone: false }, ticks(1));
    rpc.subscription(
      'open',
      { ...names, subscribe: 'open', notification: 'o', unsubscribe: 'close' },
      async function* () {
        yield 'first';
        await never;
      },
    );
    const client = await connect(serve(rpc).api);
    client.request(request('watch'));
    const [{ result: sub }, event] = await client.receive(2);
    expect(event).toEqual({ jsonrpc: '2.0', method: 'seen', params: { sub, result: 1 } });
    client.request(request('open'));
    await client.receive(4);
    expect(client.received).toHaveLength(4);
  });

  test('uses the names of a namespace, in which the first position names the subscription', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('newHeads', { namespace: 'eth' }, ticks(1));
    rpc.subscription(
      'logs',
      { namespace: 'eth', args: { filter: v.string() } },
      async function* ({ filter }) {
        yield filter;
        await never;
      },
    );
    const client = await connect(serve(rpc).api);
    client.request({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', 'mine'] });
    const [{ result: subscription }, event] = await client.receive(2);
    expect(event).toEqual({
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription, result: 'mine' },
    });
    client.request({ jsonrpc: '2.0', id: 2, method: 'eth_unsubscribe', params: [subscription] });
    client.request({ jsonrpc: '2.0', id: 3, method: 'eth_unsubscribe', params: [subscription] });
    client.request({ jsonrpc: '2.0', id: 4, method: 'eth_subscribe', params: ['nothing'] });
    client.request({
      jsonrpc: '2.0',
      id: 5,
      method: 'eth_subscribe',
      params: ['newHeads', 'extra'],
    });
    const received = await client.receive(6);
    expect(received.slice(2)).toMatchObject([
      { id: 2, result: true },
      { id: 3, result: false },
      { id: 4, error: { code: -32602, data: { errors: [{ loc: [0] }] } } },
      { id: 5, error: { code: -32602 } },
    ]);
  });

  test('accepts or rejects the call with the promise of its handler', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription(
      'maybe',
      { args: { fails: v.boolean() }, errors: [Closed] },
      async ({ fails }) => {
        if (fails) throw new Closed(7);
        return ticks(1)();
      },
    );
    const client = await connect(serve(rpc).api);
    client.request(subscribe('maybe', { fails: true }));
    client.request(subscribe('maybe', { fails: false }, 2));
    const received = await client.receive(4);
    expect(received[0]).toMatchObject({ id: 1, error: { code: 6001, data: 7 } });
    expect(received[1]).toMatchObject({ id: 2, result: expect.any(String) });
  });

  test('responds to two subscriptions with one id of the request, each with its own events', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('ticks', {}, ticks(1));
    const client = await connect(serve(rpc).api);
    client.request([subscribe('ticks'), subscribe('ticks')]);
    const [responses] = await client.receive(5);
    const ids = (responses as { result: string }[]).map(({ result }) => result);
    expect(new Set(ids).size).toBe(2);
    const events = client.received.filter(({ params }) => params?.result === 1);
    expect(events.map(({ params }) => params.subscription as string)).toEqual(ids);
  });

  test('starts beside the calls and notifications of one message', async () => {
    const rpc = new Entrypoint('/rpc');
    const seen: string[] = [];
    rpc.method('note', {}, () => void seen.push('note'));
    rpc.method('ping', {}, () => 'pong');
    rpc.subscription('ticks', {}, ticks(1));
    const client = await connect(serve(rpc).api);
    client.request([
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', method: 'note' },
      subscribe('ticks', {}, 'b'),
    ]);
    const received = await client.receive(3);
    expect(received[0]).toMatchObject([{ id: 'a', result: 'pong' }, { id: 'b' }]);
    expect(received[1].params.subscription).toBe(received[0][1].result);
    expect(seen).toEqual(['note']);
  });

  test('is InvalidRequest over a plain HTTP request, which can carry no events', async () => {
    const rpc = new Entrypoint('/rpc');
    const opened = vi.fn<() => number>(() => 1);
    rpc.subscription('ticks', { args: { opened: dependency({}, opened) } }, ticks(1));
    const { api } = serve(rpc);
    expect(await call(api, 'ticks.subscribe')).toMatchObject({
      error: {
        code: -32600,
        data: { errors: [{ msg: expect.stringContaining('WebSocket') }] },
      },
    });
    expect(await call(api, 'ticks.unsubscribe', { subscription: 'x' })).toMatchObject({
      result: false,
    });
    expect(opened).not.toHaveBeenCalled();
  });

  test('can be tested by its handler', async () => {
    const rpc = new Entrypoint('/rpc');
    const doubled = rpc.subscription(
      'doubled',
      { args: { of: v.number() } },
      async function* ({ of }) {
        yield 2 * of;
      },
    );
    const events = [];
    for await (const event of await doubled.handler({ of: 2 })) events.push(event);
    expect(events).toEqual([4]);
  });

  test('is registered by addMethods(), which rejects the methods that belong to it', () => {
    const rpc = new Entrypoint('/rpc');
    const first = rpc.subscription('a', {}, ticks(1));
    expect(new Entrypoint('/other').addMethods({ first }).subscriptions).toEqual([first]);
    expect(() => new Entrypoint('/other').addMethods(rpc.methods)).toThrow(
      'entrypoint "/other": method "a.subscribe" is a part of a subscription. Pass the subscription.',
    );
  });

  test('rejects a name that is taken', () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('a', {}, ticks(1));
    expect(() => rpc.subscription('a', {}, ticks(1))).toThrow('"a" is already registered');
    expect(() => rpc.subscription('b', { subscribe: 'x', unsubscribe: 'x' }, ticks(1))).toThrow(
      'subscribe and unsubscribe are both "x"',
    );
    expect(() => rpc.subscription('c', { namespace: 'n', subscribe: 'x' }, ticks(1))).toThrow(
      "namespace names all methods, so it can't be combined",
    );
    expect(() => rpc.subscription('d', { notification: 'rpc.x' }, ticks(1))).toThrow(
      'notification',
    );
  });

  test('leaves the entrypoint unchanged if the name of one of its methods is taken', () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('a.unsubscribe', {}, () => 1);
    rpc.method('n_subscribe', {}, () => 1);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(() => rpc.subscription('a', {}, ticks(1))).toThrow(
        'method "a.unsubscribe" is already registered',
      );
      expect(() => rpc.subscription('b', { namespace: 'n' }, ticks(1))).toThrow(
        'method "n_subscribe" is already registered',
      );
    }
    expect(rpc.subscriptions).toEqual([]);
    expect(rpc.methods.map(({ name }) => name)).toEqual(['a.unsubscribe', 'n_subscribe']);
  });
});

describe('the dependencies of a subscription', () => {
  function withDependency(iterable: () => AsyncIterable<unknown>, log: string[] = []) {
    const rpc = new Entrypoint('/rpc');
    const resource = dependency({}, async function* () {
      log.push('open');
      try {
        yield 1;
        log.push('close');
      } catch (error) {
        log.push(`fail ${(error as Error).message}`);
        throw error;
      }
    });
    rpc.subscription('events', { args: { resource } }, iterable);
    return { ...serve(rpc), events: log };
  }

  const waits = async function* (): AsyncGenerator<number> {
    yield 1;
    await never;
  };

  test('stay open until the iterable ends, and are closed once', async () => {
    const { promise, open } = gate();
    const { api, events } = withDependency(async function* () {
      await promise;
      yield 1;
    });
    const client = await connect(api);
    await subscribed(client, subscribe('events'));
    expect(events).toEqual(['open']);
    open();
    await client.receive(3);
    await api.close();
    expect(events).toEqual(['open', 'close']);
  });

  test.each<[string, (client: MemoryClient, id: string) => void]>([
    [
      'the client unsubscribes twice',
      (client, subscription) => {
        client.request({
          jsonrpc: '2.0',
          id: 2,
          method: 'events.unsubscribe',
          params: { subscription },
        });
        client.request({
          jsonrpc: '2.0',
          id: 3,
          method: 'events.unsubscribe',
          params: { subscription },
        });
      },
    ],
    ['the client disconnects', (client) => client.disconnect()],
  ])('are closed once when %s, although the iterable never ends', async (_, leave) => {
    const { api, events, log } = withDependency(waits);
    const client = await connect(api);
    const id = await subscribed(client, subscribe('events'));
    await client.receive(2);
    leave(client, id);
    await vi.waitFor(() => expect(events).toEqual(['open', 'close']), { timeout: 3_000 });
    expect(log).toMatchObject([{ message: expect.stringContaining('abandoned') }]);
  });

  test('get the error of the iterable, which is logged and sent as InternalError', async () => {
    const { api, events, log } = withDependency(async function* () {
      yield 1;
      throw new TypeError('secret');
    });
    const client = await connect(api);
    await subscribed(client, subscribe('events'));
    const received = await client.receive(3);
    expect(received[2].params).toMatchObject({
      error: { code: -32603, message: 'Internal error' },
    });
    await vi.waitFor(() => expect(events).toEqual(['open', 'fail secret']));
    expect(log).toMatchObject([{ level: 'error', details: { method: 'events.subscribe' } }]);
  });

  test('are closed when a middleware replaces the id in the response', async () => {
    const replace: JsonRpcMiddleware = async (ctx, next) => {
      await next();
      ctx.rawResponse = { result: 'another' };
    };
    const rpc = new Entrypoint('/rpc', { middlewares: [replace] });
    const events: string[] = [];
    const resource = dependency({}, function* () {
      yield 1;
      events.push('close');
    });
    const pulled = vi.fn<() => void>();
    rpc.subscription('events', { args: { resource } }, async function* () {
      pulled();
      yield 1;
    });
    const client = await connect(serve(rpc).api);
    expect(await subscribed(client, subscribe('events'))).toBe('another');
    await vi.waitFor(() => expect(events).toEqual(['close']));
    expect(pulled).not.toHaveBeenCalled();
  });

  test('are all closed when 1,000 clients subscribe and disconnect in the same turn', async () => {
    const { api, events } = withDependency(waits);
    for (let index = 0; index < 1_000; index += 1) {
      const client = await connect(api);
      client.request(subscribe('events'));
      client.disconnect();
    }
    await api.close();
    const opened = events.filter((event) => event === 'open').length;
    expect(opened).toBeGreaterThan(0);
    expect(events.length - opened).toBe(opened);
  });

  test('shared dependencies stay open as long as the subscription', async () => {
    const events: string[] = [];
    const shared = dependency({}, function* () {
      yield 'value';
      events.push('close');
    });
    const rpc = new Entrypoint('/rpc', { messageDependencies: [shared] });
    const { promise, open } = gate();
    rpc.subscription('events', { args: { shared } }, async function* ({ shared: value }) {
      await promise;
      events.push('use');
      yield value;
    });
    const { api } = serve(rpc);
    const client = await connect(api);
    await subscribed(client, subscribe('events'));
    open();
    await client.receive(3);
    await vi.waitFor(() => expect(events).toEqual(['use', 'close']));
  });

  test('may not contain a transaction, which would stay open', () => {
    const tx = transactionDependency({}, async (_, run) => run({}));
    const rpc = new Entrypoint('/rpc');
    expect(() => rpc.subscription('events', { args: { tx } }, ticks(1))).toThrow(
      'Begin the transaction in the handler',
    );
  });
});

describe('the iterable of a subscription', () => {
  async function serveIterable(create: () => AsyncIterable<unknown>, event?: StandardSchemaV1) {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription(
      'events',
      { event: event as undefined },
      create as () => AsyncIterable<number>,
    );
    rpc.method('ping', {}, () => 'pong');
    const { api, log } = serve(rpc);
    const client = await connect(api);
    return { api, log, client };
  }

  test('ends with InternalError when the schema rejects an event, which is logged without its value', async () => {
    const { client, log } = await serveIterable(async function* () {
      yield 'secret';
    }, v.number());
    await subscribed(client, subscribe('events'));
    const received = await client.receive(2);
    expect(received[1].params.error.code).toBe(-32603);
    expect(String(log[0]?.details.err)).toContain("an event doesn't match its schema");
    expect(String(log[0]?.details.err)).not.toContain('secret');
  });

  test.each<[string, () => unknown, string]>([
    ['a number', () => 1, 'must return an async iterable'],
    ['undefined', () => undefined, 'must return an async iterable'],
    [
      'an iterable that throws',
      () => ({
        [Symbol.asyncIterator]: () => {
          throw new Error('odd');
        },
      }),
      'odd',
    ],
  ])('fails the call when the handler returns %s', async (_, create, message) => {
    const { client, log } = await serveIterable(create as () => AsyncIterable<unknown>);
    client.request(subscribe('events'));
    expect((await client.receive(1))[0]).toMatchObject({ error: { code: -32603 } });
    expect(String(log[0]?.details.err)).toContain(message);
  });

  test.each<[string, () => unknown]>([
    ['returns no object', () => 1],
    ['returns null', () => Promise.resolve(null)],
    [
      'throws undefined',
      () => {
        // oxlint-disable-next-line no-throw-literal -- applications throw anything
        throw undefined;
      },
    ],
    ['rejects with null', () => Promise.reject(null)],
    ['yields a BigInt', () => ({ done: false, value: 1n })],
    ['yields a function', () => ({ done: false, value: () => 1 })],
    [
      'yields a member that throws',
      () => ({
        get done(): never {
          throw new Error('odd');
        },
      }),
    ],
  ])('ends with InternalError when next() %s', async (_, next) => {
    const { client, log } = await serveIterable(() => ({
      [Symbol.asyncIterator]: () => ({ next: next as never }),
    }));
    await subscribed(client, subscribe('events'));
    const received = await client.receive(2);
    expect(received[1].params.error).toEqual({ code: -32603, message: 'Internal error' });
    expect(log).toMatchObject([{ level: 'error', message: 'Subscription failed' }]);
  });

  test('validates events with an asynchronous schema', async () => {
    const { client, log } = await serveIterable(
      async function* () {
        yield 1;
        yield 'secret';
      },
      v.pipeAsync(
        v.number(),
        v.checkAsync(() => Promise.resolve(true)),
      ),
    );
    await subscribed(client, subscribe('events'));
    const received = await client.receive(3);
    expect(received[1].params.result).toBe(1);
    expect(received[2].params.error).toEqual({ code: -32603, message: 'Internal error' });
    expect(log).toHaveLength(1);
  });

  test('leaves out error data that JSON cannot carry, and logs why', async () => {
    class Odd extends defineError({ code: 6002, message: 'Odd', data: v.any() }) {}
    const { client, log } = await serveIterable(() => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Odd({ value: 1n })) }),
    }));
    await subscribed(client, subscribe('events'));
    const received = await client.receive(2);
    expect(received[1].params.error).toEqual({ code: 6002, message: 'Odd' });
    expect(log).toHaveLength(1);
  });

  test('sends a typed error with its data, and an HttpError as -32000', async () => {
    for (const [thrown, error] of [
      [new Closed(7), { code: 6001, message: 'Closed', data: 7 }],
      [
        new HttpError(410),
        { code: -32000, message: 'Gone', data: { status: 410, detail: 'Gone' } },
      ],
    ] as const) {
      const { client, log } = await serveIterable(async function* () {
        yield 1;
        throw thrown as BaseError;
      });
      await subscribed(client, subscribe('events'));
      expect((await client.receive(3))[2].params.error).toEqual(error);
      expect(log).toEqual([]);
    }
  });

  test('lets other calls run while it yields forever without waiting', async () => {
    let events = 0;
    const { client } = await serveIterable(async function* () {
      for (;;) {
        events += 1;
        yield 'x';
      }
    });
    const id = await subscribed(client, subscribe('events'));
    const start = performance.now();
    let longest = 0;
    let last = start;
    while (performance.now() - start < 200) {
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    client.request({
      jsonrpc: '2.0',
      id: 9,
      method: 'events.unsubscribe',
      params: { subscription: id },
    });
    await vi.waitFor(() => expect(client.received.at(-1)).toMatchObject({ id: 9, result: true }));
    const sent = events;
    await new Promise((resolve) => setImmediate(resolve));
    expect(events).toBe(sent);
    expect(events).toBeGreaterThan(100);
    expect(longest).toBeLessThan(150);
  });

  test('waits while the client reads too slowly, and continues afterwards', async () => {
    let produced = 0;
    const { client } = await serveIterable(async function* () {
      for (; produced < 100;) {
        produced += 1;
        yield 'x'.repeat(100_000);
      }
    });
    await subscribed(client, subscribe('events'));
    client.stopReading();
    await vi.waitFor(() => expect(client.bufferedBytes).toBeGreaterThan(1024 * 1024));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.bufferedBytes).toBeLessThan(1024 * 1024 + 200_000);
    client.read();
    await client.receive(102);
    expect(produced).toBe(100);
  });

  test('may read the signal of its context late, which fires when the client unsubscribes', async () => {
    const rpc = new Entrypoint('/rpc');
    const { promise: ended, open: end } = gate<unknown>();
    rpc.subscription('events', { args: { context: jsonRpcContext } }, async function* (args) {
      yield 1;
      const { signal: aborted } = args.context;
      await new Promise((resolve) => aborted.addEventListener('abort', resolve));
      end(aborted.reason);
    });
    const client = await connect(serve(rpc).api);
    const subscription = await subscribed(client, subscribe('events'));
    await client.receive(2);
    client.request({
      jsonrpc: '2.0',
      id: 2,
      method: 'events.unsubscribe',
      params: { subscription },
    });
    expect(await ended).toMatchObject({ name: 'AbortError' });
  });

  test('sees its signal fire when the client unsubscribes, and ends in its finally', async () => {
    const rpc = new Entrypoint('/rpc');
    const { promise: ended, open: end } = gate<unknown>();
    rpc.subscription('events', { args: { signal } }, async function* ({ signal: aborted }) {
      try {
        yield 1;
        await new Promise((_, reject) =>
          aborted.addEventListener('abort', () => reject(aborted.reason)),
        );
      } finally {
        end(aborted.reason);
      }
    });
    const { api, log } = serve(rpc);
    const client = await connect(api);
    const subscription = await subscribed(client, subscribe('events'));
    await client.receive(2);
    client.request({
      jsonrpc: '2.0',
      id: 2,
      method: 'events.unsubscribe',
      params: { subscription },
    });
    expect(await ended).toMatchObject({ name: 'AbortError' });
    await api.close();
    expect(log).toEqual([]);
  });

  test('is abandoned when it waits forever in its finally', async () => {
    const { client, api, log } = await serveIterable(async function* () {
      try {
        yield 1;
      } finally {
        await never;
      }
    });
    const subscription = await subscribed(client, subscribe('events'));
    await client.receive(2);
    client.request({
      jsonrpc: '2.0',
      id: 2,
      method: 'events.unsubscribe',
      params: { subscription },
    });
    await api.close();
    expect(log).toMatchObject([{ message: expect.stringContaining('abandoned') }]);
  });
});
