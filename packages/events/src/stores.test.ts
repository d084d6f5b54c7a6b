import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collect, numbers } from '../test/collect.js';
import { stores, type TestedStore } from '../test/stores.js';
import { channel, type Channel, type ChannelStream } from './index.js';

describe.each(Object.entries(stores))('events in %s', (name, create) => {
  let tested: TestedStore;

  beforeEach(async () => {
    tested = await create();
  });
  afterEach(async () => {
    await tested.close();
  });

  function open(history: { events?: number; age?: number } = {}): Channel<string, number, number> {
    const store = tested.open();
    return channel('numbers', { key: v.string(), event: v.number(), history, store });
  }

  async function publish(
    to: Channel<string, number, number>,
    events: readonly number[],
    key = 'a',
  ): Promise<void> {
    for (const event of events) await to.publish(key, event);
  }

  test('are received in order from the moment when subscribe() returns', async () => {
    const channelA = open();
    await publish(channelA, [1, 2]);
    // A store with its own process numbers them later.
    await collect(await channelA.subscribe('a', { cursor: await firstCursor(channelA) }), 1);
    const stream = await channelA.subscribe('a');
    await publish(channelA, numbers(3, 150));
    await publish(channelA, [1000], 'b');
    expect((await collect(stream, 148)).events).toEqual(numbers(3, 150));
  });

  test('are received after every cursor, and by several subscribers', async () => {
    const channelA = open();
    const stream = await channelA.subscribe('a');
    await publish(channelA, numbers(1, 20));
    const { cursors } = await collect(stream, 20);
    expect(new Set(cursors).size).toBe(20);
    const resumed = await Promise.all(
      cursors.map(async (cursor, index) =>
        collect(await channelA.subscribe('a', { cursor }), 20 - index - 1),
      ),
    );
    expect(resumed.map(({ events }) => events)).toEqual(
      cursors.map((_, index) => numbers(index + 2, 20)),
    );
  });

  test('get numbers without gaps when many are published at once', async () => {
    const channelA = open();
    const stream = await channelA.subscribe('a');
    await Promise.all(numbers(1, 200).map(async (event) => channelA.publish('a', event)));
    const { events, cursors } = await collect(stream, 200);
    expect(events.toSorted((a, b) => a - b)).toEqual(numbers(1, 200));
    const seqs = cursors.map((cursor) => Number.parseInt(cursor, 36));
    expect(seqs).toEqual(numbers(1, 200));
  });

  test('are read in portions, without a subscription', async () => {
    const channelA = open();
    const stream = await channelA.subscribe('a');
    await publish(channelA, numbers(1, 10));
    await collect(stream, 10);
    const first = await channelA.read('a', { limit: 4 });
    expect(first.map(({ event }) => event)).toEqual([1, 2, 3, 4]);
    const after = first[3]?.cursor ?? '';
    const second = await channelA.read('a', { after, limit: 100 });
    expect(second.map(({ event }) => event)).toEqual(numbers(5, 10));
    const last = second.at(-1)?.cursor ?? '';
    expect(await channelA.read('a', { after: last, limit: 1 })).toEqual([]);
    expect(await channelA.read('other', { limit: 1 })).toEqual([]);
    await expect(channelA.read('other', { after, limit: 1 })).rejects.toMatchObject({
      code: -32012,
      data: { oldest: null, newest: null },
    });
  });

  test('that are no longer kept are reported as lost, with the bounds of the history', async () => {
    const channelA = open({ events: 5 });
    const stream = await channelA.subscribe('a');
    await publish(channelA, numbers(1, 5));
    const { cursors } = await collect(stream, 5);
    const [first = '', , third = ''] = cursors;
    const later = await channelA.subscribe('a');
    await publish(channelA, numbers(6, 7));
    const { cursors: newer } = await collect(later, 2);
    await tested.sweep?.();
    const lost = { code: -32012, data: { oldest: third, newest: newer[1] } };
    const subscribe = async (cursor: string): Promise<ChannelStream<number>> =>
      channelA.subscribe('a', { cursor });
    await expect(subscribe(first)).rejects.toMatchObject(lost);
    await expect(subscribe('not a cursor')).rejects.toMatchObject(lost);
    await expect(channelA.read('a', { after: first, limit: 1 })).rejects.toMatchObject(lost);
    expect((await collect(await subscribe(third), 4)).events).toEqual([4, 5, 6, 7]);
  });

  test('do not continue after a cursor from before the store was emptied', async () => {
    const before = open();
    const stream = await before.subscribe('a');
    await publish(before, numbers(1, 3));
    const { cursors } = await collect(stream, 3);
    await tested.empty();
    const after = open();
    const events = await after.subscribe('a');
    await publish(after, numbers(1, 5));
    await collect(events, 5);
    for (const cursor of cursors) {
      const subscribe = async (): Promise<unknown> => after.subscribe('a', { cursor });
      await expect(subscribe()).rejects.toMatchObject({ code: -32012 });
    }
  });

  test('do not continue after a number that no event has, and the error names the bounds', async () => {
    const channelA = open();
    const stream = await channelA.subscribe('a');
    await publish(channelA, numbers(1, 2));
    const { cursors } = await collect(stream, 2);
    const cursor = (cursors[1] ?? '').replace(/^2/, '99');
    const subscribe = async (): Promise<unknown> => channelA.subscribe('a', { cursor });
    const data = { oldest: cursors[0], newest: cursors[1] };
    await expect(subscribe()).rejects.toMatchObject({ code: -32012, data });
  });

  test('belong to one channel of each name', () => {
    const store = tested.open();
    const options = { key: v.string(), event: v.number(), store };
    channel('twice', options);
    expect(() => channel('twice', options)).toThrow('channel "twice" exists twice');
  });

  test('are neither published nor received when the store is closed', async () => {
    const store = tested.open();
    const channelA = channel('closed', { key: v.string(), event: v.number(), store });
    await store.close();
    const closed = 'The event store is closed. Close it after the api.';
    await expect((async () => channelA.publish('a', 1))()).rejects.toThrow(closed);
    await expect((async () => channelA.subscribe('a'))()).rejects.toThrow(closed);
    await expect(channelA.read('a', { limit: 1 })).rejects.toThrow(closed);
  });

  test('continue for the newest cursor of a key whose events have expired', async () => {
    const channelA = open({ age: 50 });
    const live = await channelA.subscribe('a');
    const stream = await channelA.subscribe('a');
    await publish(channelA, [1]);
    const { cursors } = await collect(stream, 1);
    await expect
      .poll(async () => {
        await tested.sweep?.();
        return (await channelA.read('a', { limit: 1 })).length;
      })
      .toBe(0);
    const resumed = await channelA.subscribe('a', { cursor: cursors[0] });
    await publish(channelA, [2]);
    expect((await collect(resumed, 1)).events).toEqual([2]);
    expect((await collect(live, 1)).events.length).toBe(1);
  });

  test('are received by every process of the store', async () => {
    // A store in memory belongs to one process.
    const processes = Array.from({ length: name === 'memory' ? 1 : 3 }, open);
    const streams = await Promise.all(processes.map(async (one) => one.subscribe('a')));
    await Promise.all(
      processes.map((one, index) => publish(one, numbers(index * 100 + 1, index * 100 + 50))),
    );
    const count = 50 * processes.length;
    const received = await Promise.all(streams.map((stream) => collect(stream, count)));
    const [first] = received;
    for (const other of received) expect(other).toEqual(first);
    for (const start of processes.map((_, index) => index * 100 + 1)) {
      const own = first?.events.filter((event) => event >= start && event < start + 100);
      expect(own).toEqual(numbers(start, start + 49));
    }
  });

  test('are neither lost nor doubled, whatever publishes, reads and cuts interleave', async () => {
    const isSlow = name !== 'memory';
    const store = tested.open();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(3), { maxLength: 12 }), async (s, steps) => {
        const channelA = channel(`round-${(round += 1)}`, {
          key: v.string(),
          event: v.number(),
          store,
        });
        const received: number[] = [];
        let stream = await channelA.subscribe('a');
        let cursor: string | undefined;
        let published = 0;
        const publishing: Promise<unknown>[] = [];
        const readOne = async (): Promise<void> => {
          for await (const event of stream) {
            received.push(event.event);
            ({ cursor } = event);
            break;
          }
          stream = await channelA.subscribe('a', { cursor });
        };
        for (const step of steps) {
          if (step < 2) {
            const event = (published += 1);
            const previous = publishing.at(-1);
            publishing.push(
              s.schedule(Promise.resolve()).then(async () => {
                await previous;
                await channelA.publish('a', event);
              }),
            );
          } else if (step === 2 && cursor !== undefined) {
            stream.close();
            const position = cursor;
            const resuming = async (): Promise<ChannelStream<number>> =>
              channelA.subscribe('a', { cursor: position });
            stream = await s.waitFor(resuming());
          } else if (received.length < published) {
            await s.waitFor(readOne());
          }
        }
        await s.waitAll();
        await Promise.all(publishing);
        while (received.length < published) await readOne();
        stream.close();
        expect(received).toEqual(numbers(1, published));
      }),
      { numRuns: isSlow ? 15 : 300 },
    );
  });
});

async function firstCursor(of: Channel<string, number, number>): Promise<string> {
  let [first] = await of.read('a', { limit: 1 });
  await expect
    .poll(async () => {
      [first] = await of.read('a', { limit: 1 });
      return first;
    })
    .toBeDefined();
  return first?.cursor ?? '';
}
