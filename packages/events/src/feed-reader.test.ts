import { Entrypoint, EventsLost } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { collect, numbers } from '../test/collect.js';
import { serve } from '../test/serve.js';
import { channel, merge } from './index.js';
import {
  type EventLog,
  type EventStore,
  type OnHint,
  storeClosed,
  type StoredEvent,
} from './store.js';

/** A store whose hints a test sends itself, as if the notifications of others were late. */
class LateStore implements EventStore, EventLog {
  readonly isTransactional = false;
  events: StoredEvent[] = [];
  newest: StoredEvent | undefined;
  reads = 0;
  hint: () => void = () => undefined;
  report: (event: StoredEvent) => void = () => undefined;

  open(): EventLog {
    return this;
  }

  append(_key: string, json: string): void {
    this.newest = { seq: (this.newest?.seq ?? 0) + 1, mark: 'm', json };
    this.events = [...this.events, this.newest].slice(-10);
  }

  async read(_key: string, after: number, limit: number) {
    this.reads += 1;
    const events = this.events.filter(({ seq }) => seq > after).slice(0, limit);
    return { oldest: this.events[0], newest: this.newest, events };
  }

  watch(onHint: OnHint): void {
    this.hint = () => onHint(undefined);
    this.report = (event) => onHint(['a'], event);
  }

  async close(): Promise<void> {}
}

function open() {
  const store = new LateStore();
  const late = channel('late', { key: v.string(), event: v.number(), store });
  const publish = async (events: readonly number[]): Promise<void> => {
    for (const event of events) await late.publish('a', event);
  };
  return { store, late, publish };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

test('latest: a subscriber of a feed that was overtaken receives the newest event at once', async () => {
  const { store, late, publish } = open();
  const stream = await late.subscribe('a', { policy: 'latest' });
  const iterator = stream[Symbol.asyncIterator]();
  await publish(numbers(1, 50));
  store.hint();
  expect((await iterator.next()).value).toMatchObject({ event: 50, dropped: 49 });
  stream.close();
});

test.each(['latest', 'drop-oldest'] as const)(
  '%s: a subscriber waits, without reading, when all events after its position have expired',
  async (policy) => {
    const { store, late, publish } = open();
    const stream = await late.subscribe('a', { policy });
    const next = stream[Symbol.asyncIterator]().next();
    await publish(numbers(1, 5));
    store.events = [];
    store.hint();
    await settled();
    const { reads } = store;
    await settled();
    expect(store.reads).toBe(reads);
    await publish([6]);
    store.hint();
    expect((await next).value).toMatchObject({ event: 6, dropped: 5 });
    stream.close();
  },
);

test('events that the store reports itself are delivered without a read, in order and each once', async () => {
  const { store, late, publish } = open();
  const stream = await late.subscribe('a');
  const received = collect(stream, 8);
  const report = (seq: number): void => store.report({ seq, mark: 'm', json: String(seq) });
  await settled();
  const { reads } = store;
  await publish(numbers(1, 3));
  for (const seq of [1, 2, 3]) report(seq);
  await settled();
  expect(store.reads).toBe(reads);
  // The report of 4 is missing. Those of 5 and 6 arrive while the feed reads, that of 6 again afterwards.
  await publish(numbers(4, 7));
  for (const seq of [5, 6]) report(seq);
  await settled();
  report(6);
  await publish([8]);
  report(8);
  expect((await received).events).toEqual(numbers(1, 8));
});

test('a reported event of an emptied store, which numbers from 1 again, ends subscriptions', async () => {
  const { store, late, publish } = open();
  const stream = await late.subscribe('a');
  const iterator = stream[Symbol.asyncIterator]();
  await publish(numbers(1, 3));
  store.hint();
  for (const event of numbers(1, 3)) expect((await iterator.next()).value).toMatchObject({ event });
  const next = iterator.next();
  store.events = [{ seq: 1, mark: 'other', json: '9' }];
  [store.newest] = store.events;
  if (store.newest !== undefined) store.report(store.newest);
  await expect(next).rejects.toMatchObject({ code: -32012 });
});

function watchUnhandled() {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  return unhandled;
}

test('a generator that yields merged streams ends with EventsLost when one of them has lost the cursor', async () => {
  const unhandled = watchUnhandled();
  const { late } = open();
  const rpc = new Entrypoint('/rpc');
  const options = { args: { feed: late.feed }, event: v.number() };
  rpc.subscription('numbers', options, async function* ({ feed }) {
    yield* merge(feed('a'), feed('b'));
  });
  const server = await serve(rpc);
  onTestFinished(() => server.close());
  const client = await server.connect();
  client.call('numbers.subscribe', {}, { cursor: '1.x' });
  const last = await client.find(({ params }) => params?.error !== undefined);
  expect(last.params.error).toMatchObject({ code: -32012 });
  expect(unhandled).not.toHaveBeenCalled();
});

test.each(['while a feed reads', 'while a feed waits'])(
  'a store that is closed %s ends its streams, and throws into nothing else',
  async (when) => {
    const unhandled = watchUnhandled();
    const { store, late, publish } = open();
    const stream = await late.subscribe('a');
    const next = stream[Symbol.asyncIterator]().next();
    await settled();
    await publish([1]);
    // With the second hint, the feed reads again after the store was closed.
    if (when === 'while a feed reads') store.hint();
    store.read = () => {
      throw storeClosed();
    };
    store.hint();
    await expect(next).rejects.toThrow('The event store is closed');
    await settled();
    expect(unhandled).not.toHaveBeenCalled();
  },
);

test.each(['close', 'latest', 'drop-oldest'] as const)(
  '%s: a subscriber of a store that was emptied, and has more events than before, receives EventsLost',
  async (policy) => {
    const { store, late, publish } = open();
    const stream = await late.subscribe('a', { policy });
    const iterator = stream[Symbol.asyncIterator]();
    await publish(numbers(1, 3));
    store.hint();
    for (const event of numbers(1, 3)) {
      expect((await iterator.next()).value).toMatchObject({ event, dropped: 0 });
    }
    store.events = numbers(1, 5).map((seq) => ({ seq, mark: 'other', json: `${seq + 10}` }));
    store.newest = store.events.at(-1);
    store.hint();
    await expect(iterator.next()).rejects.toThrow(EventsLost);
  },
);

test('an event that is reported while a feed is attached arrives without another hint', async () => {
  const { store, late, publish } = open();
  const subscribing = late.subscribe('a');
  void publish([1]);
  store.report({ seq: 1, mark: 'm', json: '1' });
  const stream = await subscribing;
  expect((await collect(stream, 1)).events).toEqual([1]);
});

test('a read without a response is tried again, and ends no subscription', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store, late, publish } = open();
  const stream = await late.subscribe('a');
  const next = stream[Symbol.asyncIterator]().next();
  vi.spyOn(store, 'read').mockReturnValueOnce(new Promise(() => undefined));
  await publish([1]);
  store.hint();
  await vi.advanceTimersByTimeAsync(6_000);
  expect((await next).value).toMatchObject({ event: 1 });
});
