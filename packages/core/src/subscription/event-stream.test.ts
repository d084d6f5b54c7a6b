import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '../../test/call.js';
import { EventList } from '../../test/event-list.js';
import { gate } from '../../test/in-process.js';
import { connect } from '../../test/memory-socket.js';
import { ignoreRejection } from '../async/maybe-promise.js';
import { Lane, type LaneWork, TimeSlices } from '../async/time-slices.js';
import { readCursor } from '../di/cursor.js';
import { cursor, dependency, Entrypoint, EventsLost, HttpError, LimitExceeded } from '../index.js';
import { EncodedEvent } from '../message/channel-event.js';
import type { ChannelEvent } from '../types.js';

const Price = v.object({ price: v.number() });

function priceEvent(price: number, dropped = 0): EncodedEvent {
  return new EncodedEvent({
    json: JSON.stringify({ price }),
    cursor: `c${price}`,
    schema: Price,
    dropped,
  });
}

const call = { jsonrpc: '2.0', id: 1, method: 'prices.subscribe' };

describe("a channel's stream", () => {
  test('is sent with cursors and exact numbers of dropped events, without an iterator', async () => {
    const rpc = new Entrypoint('/rpc');
    const list = new EventList();
    rpc.subscription('prices', { event: Price }, () => list);
    list.append(priceEvent(1));
    const client = await connect(serve(rpc).api);
    client.request(call);
    const [{ result: subscription }] = await client.receive(2);
    list.append(priceEvent(2, 7));
    const received = await client.receive(3);
    expect(received.slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'prices',
        params: { subscription, result: { price: 1 }, cursor: 'c1' },
      },
      {
        jsonrpc: '2.0',
        method: 'prices',
        params: { subscription, result: { price: 2 }, cursor: 'c2', dropped: 7 },
      },
    ]);
    client.request({ ...call, method: 'prices.unsubscribe', params: { subscription } });
    await client.receive(4);
    expect(list.isClosed).toBe(true);
  });

  test('is sent with cursors by a generator that yields its events', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('prices', { event: Price }, async function* () {
      yield priceEvent(1) as ChannelEvent<{ price: number }>;
    });
    const client = await connect(serve(rpc).api);
    client.request(call);
    const [, event] = await client.receive(2);
    expect(event.params).toMatchObject({ result: { price: 1 }, cursor: 'c1' });
  });

  test.each(['synchronous', 'asynchronous'])(
    'is validated again by another schema, which is %s',
    async (kind) => {
      const rpc = new Entrypoint('/rpc');
      const list = new EventList();
      const check = v.check<{ price: number }, string>(({ price }) => price < 3, 'too high');
      const checkAsync = v.checkAsync<{ price: number }, string>(
        async ({ price }) => price < 3,
        'too high',
      );
      const event = kind === 'synchronous' ? v.pipe(Price, check) : v.pipeAsync(Price, checkAsync);
      rpc.subscription('prices', { event }, () => list);
      const { api, log } = serve(rpc);
      const client = await connect(api);
      list.append(priceEvent(1), priceEvent(2), priceEvent(3), priceEvent(4));
      client.request(call);
      const [, first, second, last] = await client.receive(4);
      expect(first.params).toMatchObject({ result: { price: 1 }, cursor: 'c1' });
      expect(second.params).toMatchObject({ result: { price: 2 }, cursor: 'c2' });
      expect(last.params.error).toEqual({ code: -32603, message: 'Internal error' });
      expect(log).toMatchObject([{ message: 'Subscription failed' }]);
    },
  );

  test('ends with the typed error that its reader throws', async () => {
    const rpc = new Entrypoint('/rpc');
    const list = new EventList();
    rpc.subscription('prices', { event: Price }, () => list);
    const client = await connect(serve(rpc).api);
    client.request(call);
    await client.receive(1);
    list.fail(new LimitExceeded());
    const [, last] = await client.receive(2);
    expect(last.params.error.code).toBe(-32005);
    expect(list.isClosed).toBe(true);
  });

  test.each([
    ['logs the cause of an HttpError, which the client does not see', new Error('NOPERM')],
    ['logs no HttpError without a cause', undefined],
  ])('%s', async (_, cause) => {
    const rpc = new Entrypoint('/rpc');
    const list = new EventList();
    rpc.subscription('prices', { event: Price }, () => list);
    const { api, log } = serve(rpc);
    const client = await connect(api);
    client.request(call);
    await client.receive(1);
    list.fail(new HttpError(503, 'The events are unavailable', undefined, { cause }));
    const [, last] = await client.receive(2);
    expect(last.params.error).toEqual({
      code: -32000,
      message: 'Service Unavailable',
      data: { status: 503, detail: 'The events are unavailable' },
    });
    const logged = { message: 'Subscription failed', details: { err: { cause } } };
    expect(log).toMatchObject(cause === undefined ? [] : [logged]);
  });

  test('ends the subscription when it is closed', async () => {
    const rpc = new Entrypoint('/rpc');
    const list = new EventList();
    rpc.subscription('prices', { event: Price }, () => list);
    const client = await connect(serve(rpc).api);
    client.request(call);
    const [{ result: subscription }] = await client.receive(1);
    list.append(priceEvent(1));
    await client.receive(2);
    list.close();
    const [, , last] = await client.receive(3);
    expect(last.params).toEqual({ subscription, done: true });
  });

  test('accepts the call when it is attached', async () => {
    const rpc = new Entrypoint('/rpc');
    const list = new EventList();
    const attached = gate();
    list.attached = attached.promise;
    rpc.subscription('prices', { event: Price }, () => list);
    rpc.method('ping', {}, () => 'pong');
    const client = await connect(serve(rpc).api);
    client.request(call);
    client.request({ ...call, id: 2, method: 'ping' });
    const [first] = await client.receive(1);
    expect(first).toMatchObject({ id: 2, result: 'pong' });
    attached.open();
    const [, second] = await client.receive(2);
    expect(second).toMatchObject({ id: 1, result: expect.any(String) });
  });

  test('fails the call and is closed if it cannot be attached', async () => {
    const rpc = new Entrypoint('/rpc');
    const list = new EventList();
    list.attached = ignoreRejection(Promise.reject(new EventsLost({ oldest: 'a', newest: null })));
    rpc.subscription('prices', { args: { cursor }, event: Price }, () => list);
    const client = await connect(serve(rpc).api);
    client.request({ ...call, cursor: 'old' });
    const [response] = await client.receive(1);
    expect(response.error).toEqual({
      code: -32012,
      message: 'Events lost',
      data: { oldest: 'a', newest: null },
    });
    expect(list.isClosed).toBe(true);
  });

  test('is read no further while the client reads too slowly', async () => {
    const rpc = new Entrypoint('/rpc');
    const list = new EventList();
    rpc.subscription('prices', {}, () => list);
    const client = await connect(serve(rpc).api);
    client.request(call);
    await client.receive(1);
    client.stopReading();
    const large = new EncodedEvent({
      json: JSON.stringify('x'.repeat(600_000)),
      cursor: 'c',
      schema: undefined,
    });
    list.append(large, large, large, large);
    await vi.waitFor(() => expect(list.pauses).toBe(1));
    expect(client.bufferedBytes).toBeLessThan(1_400_000);
    client.read();
    await client.receive(5);
  });
});

describe('the cursor of a subscribe call', () => {
  test('is an argument of the handler and of dependencies', async () => {
    const rpc = new Entrypoint('/rpc');
    const position = dependency({ cursor }, ({ cursor: own }) => own ?? 'none');
    const subscription = rpc.subscription(
      'prices',
      { args: { position }, event: v.string() },
      async function* ({ position: own }) {
        yield own;
      },
    );
    expect(subscription.subscribe.errors).toContain(EventsLost);
    const client = await connect(serve(rpc).api);
    client.request({ ...call, cursor: 'c1' });
    client.request({ ...call, id: 2 });
    const received = await client.receive(6);
    expect(received.flatMap(({ params }) => params?.result ?? [])).toEqual(['c1', 'none']);
  });

  test('is an argument in a namespace', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription(
      'newHeads',
      { namespace: 'eth', args: { cursor } },
      async function* ({ cursor: own }) {
        yield own;
      },
    );
    const client = await connect(serve(rpc).api);
    client.request({ ...call, method: 'eth_subscribe', params: ['newHeads'], cursor: 'c1' });
    const [, event] = await client.receive(2);
    expect(event.params.result).toBe('c1');
  });

  test('is rejected by methods, and by subscriptions that would ignore it', async () => {
    const rpc = new Entrypoint('/rpc', { unknownMembers: 'ignore' });
    const strict = new Entrypoint('/strict');
    for (const entrypoint of [rpc, strict]) {
      entrypoint.subscription('prices', {}, async function* () {
        yield 1;
      });
      entrypoint.method('ping', {}, () => 'pong');
    }
    const { api } = serve(rpc, strict);
    const client = await connect(api);
    const strictClient = await connect(api, { path: '/strict' });
    client.request({ ...call, cursor: 'c1' });
    strictClient.request({ ...call, cursor: 'c1' });
    strictClient.request({ ...call, method: 'ping', cursor: 'c1' });
    const [ignored] = await client.receive(1);
    const [rejected, unknown] = await strictClient.receive(2);
    const problem = { loc: ['cursor'], type: 'resume' };
    expect(ignored.error).toMatchObject({ code: -32600, data: { errors: [problem] } });
    expect(rejected.error).toMatchObject({ code: -32600, data: { errors: [problem] } });
    expect(unknown.error).toMatchObject({ code: -32600, data: { errors: [{ loc: ['cursor'] }] } });
  });

  test.each([1, null, '', 'x'.repeat(256)])('is rejected if it is %j', async (wrong) => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('prices', { args: { cursor } }, async function* () {
      yield 1;
    });
    const client = await connect(serve(rpc).api);
    client.request({ ...call, cursor: wrong });
    const [{ error }] = await client.receive(1);
    expect(error).toMatchObject({ code: -32600, data: { errors: [{ loc: ['cursor'] }] } });
  });

  test('is read from the header Last-Event-ID of a single HTTP request', () => {
    const carrier = { kind: 'http', header: () => 'c1' } as const;
    const single = { rawRequest: call, carrier, isBatch: false };
    expect(readCursor(single as never)).toBe('c1');
    expect(readCursor({ ...single, rawRequest: { ...call, cursor: 'c2' } } as never)).toBe('c2');
    expect(readCursor({ ...single, isBatch: true } as never)).toBeUndefined();
    expect(
      readCursor({ ...single, carrier: { ...carrier, kind: 'connection' } } as never),
    ).toBeUndefined();
  });
});

test('an event of a channel is decoded once, and deeply frozen', () => {
  const encoded = new EncodedEvent({
    json: '{"a":[{"b":1}]}',
    cursor: 'c',
    schema: undefined,
  });
  const event = encoded.event as { a: [{ b: number }] };
  expect(encoded.event).toBe(event);
  expect(() => Object.assign(event.a[0], { b: 2 })).toThrow(TypeError);
  expect(encoded.with({ dropped: 2 })).toMatchObject({ cursor: 'c', dropped: 2 });
});

test('10,000 works of a lane delay a work that is added after them by a few of them only', async () => {
  const slices = new TimeSlices();
  const lane = new Lane(slices);
  let ran = 0;
  const order: number[] = [];
  for (let index = 0; index < 10_000; index += 1) {
    lane.add({
      run: () => {
        order.push(index);
        ran += 1;
      },
    });
  }
  const before = await new Promise<number>((resolve) => slices.add(() => resolve(ran)));
  expect(before).toBeLessThan(20);
  await vi.waitFor(() => expect(ran).toBe(10_000));
  expect(order).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
});

test('works of a lane that is never empty are released after they have run', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const lane = new Lane(new TimeSlices());
  const works: WeakRef<LaneWork>[] = [];
  let ran = 0;
  let isOver = false;
  const add = (): void => {
    const work = {
      run: () => {
        ran += 1;
        if (!isOver) add();
      },
    };
    if (works.length < 10_000) works.push(new WeakRef(work));
    lane.add(work);
  };
  add();
  add();
  await vi.waitFor(() => expect(ran).toBeGreaterThan(20_000));
  await expect
    .poll(() => {
      collectGarbage();
      return works.filter((work) => work.deref() !== undefined).length;
    })
    .toBeLessThan(100);
  isOver = true;
});

test('works run again after a runtime has dropped the timer of a slice', async () => {
  const turns: (() => void)[] = [];
  const slices = new TimeSlices((callback) => void turns.push(callback));
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  onTestFinished(() => now.mockRestore());
  expect(slices.isOver).toBe(false);
  slices.add(() => undefined);
  turns.length = 0;
  now.mockReturnValue(11_001);
  let hasRun = false;
  slices.add(() => {
    hasRun = true;
  });
  for (const turn of turns.splice(0)) turn();
  expect(hasRun).toBe(true);
  expect(slices.isOver).toBe(false);
});
