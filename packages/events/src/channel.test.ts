import {
  defineError,
  dependency,
  Entrypoint,
  EventsLost,
  HttpError,
  LimitExceeded,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collect, numbers } from '../test/collect.js';
import { serve, type TestServer } from '../test/serve.js';
import {
  channel,
  type Channel,
  type ChannelStream,
  type EventStore,
  memoryStore,
  merge,
} from './index.js';

function numbersChannel(
  options: { events?: number; age?: number } = {},
  name = 'numbers',
): Channel<string, number, number> {
  return channel(name, { key: v.string(), event: v.number(), history: options });
}

function publish(to: Channel<string, number, number>, events: readonly number[]): void {
  for (const event of events) void to.publish('a', event);
}

describe('channel()', () => {
  test.each([
    [{ key: v.string() }, 'channel "x": event must be a schema'],
    [{ key: v.string(), event: v.number(), historie: {} }, 'Did you mean "history"?'],
    [{ key: v.string(), event: v.number(), history: { events: 0 } }, 'history: events'],
    [{ key: v.string(), event: v.number(), store: {} }, 'store must be a store'],
    [
      { key: v.string(), event: v.number(), transaction: dependency({}, () => 1) },
      'Use postgresStore()',
    ],
  ])('rejects %j', (options, message) => {
    expect(() => channel('x', options as never)).toThrow(message);
  });

  test('rejects a name that stores could confuse', () => {
    expect(() => channel('a:b', { key: v.string(), event: v.number() })).toThrow('the name');
  });
});

describe('publish()', () => {
  test('rejects an invalid key, an invalid event and a large event, and adds nothing', async () => {
    const texts = channel('texts', {
      key: v.pipe(v.string(), v.minLength(1)),
      event: v.string(),
      maxEventLength: 10,
    });
    expect(() => texts.publish('', 'a')).toThrow("the key doesn't match its schema");
    expect(() => texts.publish('a', 1 as never)).toThrow("the event doesn't match its schema");
    expect(() => texts.publish('a', 'x'.repeat(11))).toThrow('maxEventLength is 10');
    for (const key of ['a'.repeat(256), 'a\0', '\ud800']) {
      expect(() => texts.publish(key, 'a')).toThrow(RangeError);
    }
    expect(await texts.read('a', { limit: 10 })).toEqual([]);
  });

  test('validates with an asynchronous schema, and passes its output on', async () => {
    const event = v.pipeAsync(
      v.object({ at: v.date() }),
      v.checkAsync(async ({ at }) => at.getTime() > 0, 'too early'),
    );
    const dates = channel('dates', { key: v.number(), event });
    await dates.publish(7, { at: new Date(1.5e12) });
    await expect(dates.publish(7, { at: new Date(0) })).rejects.toThrow('too early');
    const [only] = await dates.read(7, { limit: 10 });
    expect(only?.event).toEqual({ at: '2017-07-14T02:40:00.000Z' });
    expect(Object.isFrozen(only?.event)).toBe(true);
  });
});

describe('a subscriber that reads too slowly', () => {
  async function overtaken(
    policy: 'close' | 'drop-oldest' | 'latest',
  ): Promise<Awaited<ReturnType<typeof collect<number>>>> {
    const channelA = numbersChannel({ events: 10 });
    const stream = await channelA.subscribe('a', { policy });
    publish(channelA, numbers(1, 500));
    const result = await collect(stream, policy === 'latest' ? 1 : 10);
    return result;
  }

  test('ends with LimitExceeded by default', async () => {
    await expect(overtaken('close')).rejects.toThrow(LimitExceeded);
  });

  test('continues with the oldest event, and the exact number of dropped ones', async () => {
    const { events, dropped } = await overtaken('drop-oldest');
    expect(events).toEqual(numbers(491, 500));
    expect(dropped).toEqual([490, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('continues with the newest event, and the exact number of dropped ones', async () => {
    const { events, dropped } = await overtaken('latest');
    expect(events).toEqual([500]);
    expect(dropped).toEqual([499]);
  });

  test('counts the dropped events exactly, however often it is overtaken', async () => {
    const channelA = numbersChannel({ events: 7 });
    const stream = await channelA.subscribe('a', { policy: 'drop-oldest' });
    const iterator = stream[Symbol.asyncIterator]();
    let published = 0;
    let received = 0;
    let missing = 0;
    for (let round = 1; round <= 200; round += 1) {
      for (let count = 0; count < (round * 7) % 23; count += 1) {
        published += 1;
        void channelA.publish('a', published);
      }
      if (received + missing === published) continue;
      const { value } = await iterator.next();
      missing += value.dropped;
      received += 1;
      expect(value.event).toBe(received + missing);
    }
    expect(missing).toBeGreaterThan(500);
  });

  test('counts dropped events that a filter omits later', async () => {
    const channelA = numbersChannel({ events: 10 });
    const stream = await channelA.subscribe('a', { policy: 'drop-oldest' });
    publish(channelA, numbers(1, 500));
    const even = stream.filter((event) => event % 2 === 0);
    expect(await collect(even, 2)).toMatchObject({ events: [492, 494], dropped: [490, 0] });
  });
});

describe('map() and filter()', () => {
  test('keep the cursors, so that a client can resume', async () => {
    const channelA = numbersChannel();
    const plain = await channelA.subscribe('a');
    const stream = (await channelA.subscribe('a'))
      .filter((event) => event > 2)
      .map((event) => ({ double: event * 2 }));
    publish(channelA, numbers(1, 5));
    const { cursors } = await collect(plain, 5);
    const result = await collect(stream, 3);
    expect(result).toEqual({
      events: [{ double: 6 }, { double: 8 }, { double: 10 }],
      cursors: cursors.slice(2),
      dropped: [0, 0, 0],
    });
  });

  test('end the stream with what their functions throw, and reject promises', async () => {
    const channelA = numbersChannel();
    const failing = (await channelA.subscribe('a')).map(() => {
      throw new RangeError('wrong');
    });
    const asynchronous = (await channelA.subscribe('a')).map(async (event) => event);
    const missing = (await channelA.subscribe('a')).map(() => undefined);
    const rejecting = async (): Promise<boolean> => false;
    const filtered = (await channelA.subscribe('a')).filter(rejecting as never);
    publish(channelA, [1]);
    await expect(collect(failing, 1)).rejects.toThrow(RangeError);
    await expect(collect(asynchronous, 1)).rejects.toThrow('not a promise');
    await expect(collect(missing, 1)).rejects.toThrow('must return JSON');
    await expect(collect(filtered, 1)).rejects.toThrow('must return a boolean, not a promise');
  });

  test('give other work its turn while a filter omits a long history', async () => {
    const channelA = numbersChannel({ events: 10_000 });
    const first = await channelA.subscribe('a');
    publish(channelA, numbers(1, 10_000));
    const { cursors } = await collect(first, 1);
    const stream = await channelA.subscribe('a', { cursor: cursors[0] });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const { events } = await collect(
      stream.filter((event) => event === 10_000),
      1,
    );
    clearInterval(timer);
    expect(events).toEqual([10_000]);
    expect(turns).toBeGreaterThan(10);
  });
});

test('merge() delivers the events of all streams, without cursors', async () => {
  const channelA = numbersChannel();
  const letters = channel('letters', { key: v.number(), event: v.string() });
  const merged = merge(await channelA.subscribe('a'), await letters.subscribe(1));
  const received: (string | number)[] = [];
  publish(channelA, [1, 2]);
  void letters.publish(1, 'a');
  for await (const event of merged) {
    received.push(event);
    if (received.length === 3) break;
  }
  expect(received).toEqual([1, 'a', 2]);
});

describe('an iteration', () => {
  test('ends while it waits for an event', async () => {
    const channelA = numbersChannel();
    const stream = await channelA.subscribe('a');
    const iterator = stream[Symbol.asyncIterator]();
    const waiting = iterator.next();
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test('ends when the stream is closed in advance', async () => {
    const channelA = numbersChannel();
    const stream = await channelA.subscribe('a');
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.return?.();
    publish(channelA, [1]);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });
});

describe('close()', () => {
  const derive: readonly [string, (stream: ChannelStream<number>) => AsyncIterable<unknown>][] = [
    ['the stream', (stream) => stream],
    ['map() and filter()', (stream) => stream.map(String).filter(Boolean)],
    ['merge()', (stream) => merge(stream)],
  ];

  test.each(derive)('ends an iteration over %s that waits for an event', async (_, of) => {
    const stream = await numbersChannel().subscribe('a');
    const waiting = of(stream)[Symbol.asyncIterator]().next();
    // Not before the iteration waits.
    await new Promise((resolve) => setTimeout(resolve, 0));
    stream.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test('in a function of map() ends the iteration after its event', async () => {
    const channelA = numbersChannel();
    const stream = await channelA.subscribe('a');
    const other = (await channelA.subscribe('a'))[Symbol.asyncIterator]();
    const closing = stream.map((event) => {
      stream.close();
      return event;
    });
    publish(channelA, [1]);
    const received: number[] = [];
    for await (const { event } of closing) received.push(event);
    expect(received).toEqual([1]);
    expect((await other.next()).value).toMatchObject({ event: 1 });
    const waiting = other.next();
    publish(channelA, [2]);
    expect((await waiting).value).toMatchObject({ event: 2 });
  });

  test('leaves the other streams of merge() open', async () => {
    const channelA = numbersChannel();
    const streams = [await channelA.subscribe('a'), await channelA.subscribe('b')] as const;
    const iterator = merge(...streams)[Symbol.asyncIterator]();
    const waiting = iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 0));
    streams[0].close();
    await channelA.publish('b', 1);
    expect(await waiting).toEqual({ done: false, value: 1 });
  });
});

describe('the memory store', () => {
  test('removes events beyond its bytes, those of the quietest key first', async () => {
    const store = memoryStore({ bytes: 20_000 });
    const texts = channel('texts', { key: v.string(), event: v.string(), store });
    for (const key of ['quiet', 'loud']) {
      for (let count = 0; count < 5; count += 1) await texts.publish(key, 'x'.repeat(1_000));
    }
    for (let count = 0; count < 8; count += 1) await texts.publish('loud', 'y'.repeat(1_000));
    expect((await texts.read('quiet', { limit: 100 })).length).toBeLessThan(5);
    expect(await texts.read('loud', { limit: 100 })).toHaveLength(13);
    for (let count = 0; count < 20; count += 1) await texts.publish('loud', 'z'.repeat(1_000));
    expect(await texts.read('quiet', { limit: 100 })).toEqual([]);
    expect((await texts.read('loud', { limit: 100 })).length).toBeLessThan(20);
  });

  test('removes the quietest keys beyond its number of keys, except those with subscribers', async () => {
    const store = memoryStore({ keys: 10 });
    const texts = channel('texts', { key: v.number(), event: v.number(), store });
    await texts.publish(1, 1);
    await texts.publish(2, 1);
    const [before] = await texts.read(2, { limit: 1 });
    const stream = await texts.subscribe(1);
    for (let key = 3; key <= 100; key += 1) await texts.publish(key, 1);
    expect(await texts.read(2, { limit: 1 })).toEqual([]);
    await texts.publish(1, 2);
    expect(await collect(stream, 1)).toMatchObject({ events: [2], dropped: [0] });
    // The key begins again, with the same number but another mark.
    await texts.publish(2, 1);
    const resume = async (): Promise<unknown> => texts.subscribe(2, { cursor: before?.cursor });
    await expect(resume()).rejects.toThrow(EventsLost);
  });

  test('removes events that are too old', async () => {
    vi.useFakeTimers();
    const channelA = numbersChannel({ age: 1_000 });
    publish(channelA, [1]);
    vi.advanceTimersByTime(600);
    publish(channelA, [2]);
    vi.advanceTimersByTime(600);
    const read = await channelA.read('a', { limit: 10 });
    vi.useRealTimers();
    expect(read.map(({ event }) => event)).toEqual([2]);
  });
});

describe('in an api', () => {
  class Forbidden extends defineError({ code: 7003, message: 'Forbidden' }) {}

  let server: TestServer | undefined;
  afterEach(() => server?.close());

  const isEvent = (message: { params?: unknown }): boolean => message.params !== undefined;

  test.each(['returned', 'yielded'])('a stream that is %s is resumed by cursor', async (how) => {
    const channelA = numbersChannel();
    const rpc = new Entrypoint('/rpc');
    const args = { key: v.string(), feed: channelA.feed };
    const options = { args, event: v.number() };
    if (how === 'returned') rpc.subscription('numbers', options, ({ key, feed }) => feed(key));
    else {
      rpc.subscription('numbers', options, async function* ({ key, feed }) {
        yield* feed(key);
      });
    }
    server = await serve(rpc);
    const client = await server.connect();
    client.call('numbers.subscribe', { key: 'a' });
    await client.receive(1);
    publish(channelA, [1, 2, 3]);
    const [, first] = await client.receive(4);
    client.socket.terminate();
    publish(channelA, [4, 5]);
    const again = await server.connect();
    again.call('numbers.subscribe', { key: 'a' }, { cursor: first.params.cursor });
    const received = await again.receive(5);
    expect(received.filter(isEvent).map(({ params }) => params.result)).toEqual([2, 3, 4, 5]);
    again.call('numbers.subscribe', { key: 'a' }, { cursor: '1.wrong' });
    const lost = await again.find(({ error, params }) => error ?? params?.error);
    expect(lost.error ?? lost.params.error).toMatchObject({ code: -32012 });
  });

  test('a cursor grants nothing: the dependencies run again', async () => {
    const channelA = numbersChannel();
    let isAllowed = true;
    const access = dependency({}, () => {
      if (!isAllowed) throw new Forbidden();
      return 'a';
    });
    const rpc = new Entrypoint('/rpc');
    rpc.subscription(
      'numbers',
      { args: { access, feed: channelA.feed }, event: v.number(), errors: [Forbidden] },
      ({ access: key, feed }) => feed(key),
    );
    server = await serve(rpc);
    const client = await server.connect();
    client.call('numbers.subscribe');
    await client.receive(1);
    publish(channelA, [1]);
    const [, event] = await client.receive(2);
    isAllowed = false;
    client.call('numbers.subscribe', {}, { cursor: event.params.cursor });
    const [, , rejected] = await client.receive(3);
    expect(rejected.error.code).toBe(7003);
  });

  test('a handler that throws leaves none of its streams open', async () => {
    let open = 0;
    const memory = memoryStore();
    const store: EventStore = {
      isTransactional: false,
      open: (name, history) => {
        const log = memory.open(name, history);
        log.retain = () => {
          open += 1;
          return () => {
            open -= 1;
          };
        };
        return log;
      },
      close: () => memory.close(),
    };
    const channelA = channel('numbers', { key: v.string(), event: v.number(), store });
    const rpc = new Entrypoint('/rpc');
    rpc.subscription(
      'numbers',
      { args: { feed: channelA.feed }, event: v.number(), errors: [Forbidden] },
      ({ feed }) => {
        feed('a');
        expect(open).toBe(1);
        throw new Forbidden();
      },
    );
    server = await serve(rpc);
    const client = await server.connect();
    client.call('numbers.subscribe');
    const [rejected] = await client.receive(1);
    expect(rejected.error.code).toBe(7003);
    await expect.poll(() => open).toBe(0);
  });

  test('unsubscribing ends a stream that waits for an event, without a delay', async () => {
    const channelA = numbersChannel();
    const closed = vi.fn<() => void>();
    const rpc = new Entrypoint('/rpc');
    const watched = dependency({}, function* () {
      try {
        yield;
      } finally {
        closed();
      }
    });
    rpc.subscription(
      'numbers',
      { args: { feed: channelA.feed, watched }, event: v.number() },
      async function* ({ feed }) {
        yield* feed('a');
      },
    );
    server = await serve(rpc);
    const client = await server.connect();
    client.call('numbers.subscribe');
    const [{ result: subscription }] = await client.receive(1);
    const begin = performance.now();
    client.call('numbers.unsubscribe', { subscription });
    await client.receive(2);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(performance.now() - begin).toBeLessThan(800);
  });

  test('the publisher publishes when the call has succeeded, and nothing when it fails', async () => {
    const channelA = numbersChannel();
    const rpc = new Entrypoint('/rpc');
    rpc.method(
      'add',
      { args: { event: v.number(), fails: v.boolean(), events: channelA.publisher } },
      async ({ event, fails, events }) => {
        await events.publish('a', event);
        expect(await channelA.read('a', { limit: 10 })).not.toContainEqual({ event });
        if (fails) throw new HttpError(409);
      },
    );
    rpc.subscription('numbers', { args: { feed: channelA.feed }, event: v.number() }, ({ feed }) =>
      feed('a'),
    );
    server = await serve(rpc);
    const client = await server.connect();
    client.call('numbers.subscribe');
    await client.receive(1);
    client.call('add', { event: 1, fails: true });
    await client.receive(2);
    client.call('add', { event: 2, fails: false });
    const event = await client.find(isEvent);
    expect(event.params.result).toBe(2);
  });

  test('an event of a publisher that the store rejects is logged with its key, and costs no other event', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const memory = memoryStore();
    const store: EventStore = {
      isTransactional: false,
      open: (name, history) => {
        const log = memory.open(name, history);
        const append = async (key: string, json: string): Promise<void> => {
          if (key.startsWith('broken')) throw new Error('Disk full');
          await log.append(key, json);
        };
        return { ...log, append };
      },
      close: () => memory.close(),
    };
    const letters = channel('letters', { key: v.string(), event: v.string(), store });
    const rpc = new Entrypoint('/rpc');
    const args = { keys: v.array(v.string()), events: letters.publisher };
    rpc.method('send', { args }, async ({ keys, events }) => {
      for (const key of keys) await events.publish(key, 'x');
    });
    server = await serve(rpc);
    const client = await server.connect();
    client.call('send', { keys: ['broken 1', 'broken 2', 'a'] });
    await expect.poll(() => letters.read('a', { limit: 10 })).toHaveLength(1);
    client.call('send', { keys: ['broken 3', 'b'] });
    await expect.poll(() => letters.read('b', { limit: 10 })).toHaveLength(1);
    await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(2));
    const rejected = (key: string): object => ({
      message: `channel "letters": an event of the key "${key}" was not published`,
      cause: { message: 'Disk full' },
    });
    const logged = error.mock.calls.flat().flatMap((one) => (one as { err?: unknown }).err ?? []);
    expect(logged).toMatchObject([
      {
        message: 'channel "letters": 2 events were not published',
        errors: [rejected('broken 1'), rejected('broken 2')],
      },
      rejected('broken 3'),
    ]);
  });

  test('a publisher that is used after its call publishes at once, or rejects if the call has failed', async () => {
    const channelA = numbersChannel();
    const publishers: { publish(key: string, event: number): Promise<void> }[] = [];
    const rpc = new Entrypoint('/rpc');
    const args = { fails: v.boolean(), events: channelA.publisher };
    rpc.method('add', { args }, async ({ fails, events }) => {
      publishers.push(events);
      await events.publish('a', 1);
      if (fails) throw new HttpError(409);
    });
    server = await serve(rpc);
    const client = await server.connect();
    client.call('add', { fails: false });
    client.call('add', { fails: true });
    await client.receive(2);
    const read = async (): Promise<number[]> =>
      (await channelA.read('a', { limit: 10 })).map(({ event }) => event);
    await expect.poll(read).toEqual([1]);
    await publishers[0]?.publish('a', 2);
    await expect(publishers[1]?.publish('a', 3)).rejects.toThrow('the call has failed');
    expect(await read()).toEqual([1, 2]);
  });

  test('a client that stops reading is overtaken, and delays no other client', async () => {
    const texts = channel('texts', {
      key: v.string(),
      event: v.string(),
      history: { events: 50 },
    });
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('texts', { args: { feed: texts.feed }, event: v.string() }, ({ feed }) =>
      feed('a', { policy: 'drop-oldest' }),
    );
    server = await serve(rpc);
    const [stalled, reading] = [await server.connect(), await server.connect()];
    for (const client of [stalled, reading]) {
      client.call('texts.subscribe');
      await client.receive(1);
    }
    stalled.socket.pause();
    // The kernel holds several megabytes for the stalled client.
    const total = 600;
    for (let count = 1; count <= total; count += 1) {
      await texts.publish('a', `${count}`.padEnd(30_000));
      if (count % 10 === 0) await reading.receive(count + 1);
    }
    stalled.socket.resume();
    await stalled.find(({ params }) => Number.parseInt(params?.result, 10) === total);
    const events = stalled.received.filter(isEvent).map(({ params }) => params);
    const dropped = events.reduce((sum, { dropped: missing = 0 }) => sum + missing, 0);
    expect(dropped).toBeGreaterThan(0);
    expect(events.length + dropped).toBe(total);
    expect(reading.received).toHaveLength(total + 1);
  });
});
