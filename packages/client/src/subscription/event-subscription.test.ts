import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { deferred } from '../../test/deferred.js';
import { eventually } from '../../test/eventually.js';
import { connectFeed, serveFeed } from '../../test/serve-feed.js';
import { type Peer, type ReceivedCall, serveSockets } from '../../test/socket-server.js';
import {
  createClient,
  type Gap,
  GapError,
  HttpStatusError,
  JsonRpcError,
  NetworkError,
} from '../index.js';
import { webSocket, type WebSocketOptions } from '../websocket.js';

function connect(url: string, options: Partial<WebSocketOptions> = {}) {
  const client = createClient({
    transport: webSocket({
      url,
      connect: (to) => new WebSocket(to),
      reconnect: { delay: 1, maxDelay: 20 },
      ...options,
    }),
    subscriptions: {
      heads: { namespace: 'eth' },
      slots: {
        subscribe: 'slotSubscribe',
        notification: 'slotNotification',
        unsubscribe: 'slotUnsubscribe',
        idParameter: 'sub',
      },
    },
  });
  onTestFinished(() => client.$close());
  return client;
}

/** Collects the next events. */
async function take<T>(events: AsyncIterator<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  while (taken.length < count) {
    const { done, value } = await events.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

/** Accepts each subscription with another id, and sends these params of its notifications. */
function serveEvents(
  script: (call: ReceivedCall, connection: number) => readonly object[] | 'cut',
) {
  return serveSockets((call, peer, connection) => {
    if (call.id === undefined || !call.method.endsWith('.subscribe')) return;
    const subscription = `s${call.id}`;
    const sent = script(call, connection);
    if (sent === 'cut') {
      peer.socket.terminate();
      return;
    }
    peer.send({ jsonrpc: '2.0', id: call.id, result: subscription });
    const method = call.method.replace('.subscribe', '');
    for (const params of sent) {
      if ('cut' in params) peer.socket.terminate();
      else peer.send({ jsonrpc: '2.0', method, params: { subscription, ...params } });
    }
  });
}

describe('the loop of a subscription', () => {
  test('receives the events in order, and ends with the last word of the server', async () => {
    const client = connectFeed((await serveFeed()).url);
    const left: number[] = [];
    for await (const event of client.countdown({ from: 3 })) left.push(event.left);
    expect(left).toEqual([3, 2, 1]);
  });

  test('does not unsubscribe after the last word of the server', async () => {
    const { url, received } = await serveSockets(({ id, method }, peer) => {
      peer.send({ jsonrpc: '2.0', id, result: 's1' });
      if (method === 'ticks.subscribe')
        peer.send({ jsonrpc: '2.0', method: 'ticks', params: { subscription: 's1', done: true } });
    });
    const client = connect(url);
    expect(await take(client.$subscribe('ticks'), 1)).toEqual([]);
    await client.$call('next');
    expect(received).toMatchObject([{ method: 'ticks.subscribe' }, { method: 'next' }]);
  });

  test('receives events with `error: null`, which is not a last word', async () => {
    const { url } = await serveEvents(() => [
      { result: 1, error: null },
      { result: 2, error: null },
    ]);
    expect(await take(connect(url).$subscribe('ticks'), 2)).toEqual([1, 2]);
  });

  test('throws the error that is the last word, and has ended then', async () => {
    const client = connectFeed((await serveFeed()).url);
    const events = client.countdown({ from: 14 });
    expect(await events.next()).toEqual({ done: false, value: { left: 14 } });
    const error = { code: 6001, data: { since: 13 }, method: 'countdown.subscribe' };
    await expect(events.next()).rejects.toMatchObject(error);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('throws InvalidResponseError if the error that is the last word is invalid', async () => {
    const error = { code: 'E_CLOSED', message: 'Closed' };
    const { url } = await serveEvents(() => [{ result: 1 }, { error }]);
    const events = connect(url).$subscribe('ticks');
    expect(await events.next()).toEqual({ done: false, value: 1 });
    await expect(events.next()).rejects.toMatchObject({
      code: 'invalid-response',
      message: 'The server ended the subscription with an invalid error',
      body: expect.stringContaining('E_CLOSED') as string,
    });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('throws the error of the subscribe call', async () => {
    const client = connectFeed((await serveFeed()).url);
    await expect(client.rejected().next()).rejects.toMatchObject({ code: 6001 });
    // @ts-expect-error -- the number is missing
    await expect(client.countdown({}).next()).rejects.toMatchObject({ code: -32602 });
  });

  test('throws if the first connection fails, because the URL may be wrong', async () => {
    const client = connectFeed('ws://127.0.0.1:1/');
    await expect(client.numbers().next()).rejects.toMatchObject({ code: 'network' });
  });

  test('subscribes when it asks for the first event, and unsubscribes when it is left', async () => {
    const server = await serveFeed();
    const client = connectFeed(server.url);
    const events = client.numbers();
    await client.echo({ value: 'ready' });
    expect(server.feed.feed.subscribers).toBe(0);
    const first = events.next();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(1));
    server.feed.feed.publish();
    expect(await first).toEqual({ done: false, value: 1 });
    await events.return?.();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(0));
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(server.connections).toBe(1);
  });

  test('ends at once when return() is called while it waits for an event', async () => {
    const server = await serveFeed();
    const events = connectFeed(server.url).numbers();
    const waiting = events.next();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(1));
    await events.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await eventually(() => expect(server.feed.feed.subscribers).toBe(0));
  });

  test('unsubscribes when it is left before the server has accepted the subscription', async () => {
    let accept = (): void => undefined;
    const { url, received } = await serveSockets(({ id, method }, peer) => {
      if (method === 'ticks.subscribe')
        accept = () => peer.send({ jsonrpc: '2.0', id, result: 'late' });
    });
    const events = connect(url).$subscribe('ticks');
    void events.next();
    await eventually(() => expect(received).toHaveLength(1));
    await events.return?.();
    accept();
    await eventually(() =>
      expect(received).toMatchObject([{}, { method: 'ticks.unsubscribe', params: ['late'] }]),
    );
  });

  test('throws CallAbortedError when its signal is aborted, before or while it waits', async () => {
    const server = await serveFeed();
    const client = connectFeed(server.url);
    const aborted = client.numbers({}, { signal: AbortSignal.abort('gone') });
    await expect(aborted.next()).rejects.toMatchObject({ code: 'aborted', cause: 'gone' });
    const controller = new AbortController();
    const waiting = client.numbers({}, { signal: controller.signal }).next();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(1));
    controller.abort('left');
    await expect(waiting).rejects.toMatchObject({ code: 'aborted', cause: 'left' });
    await eventually(() => expect(server.feed.feed.subscribers).toBe(0));
  });

  test('throws CallAbortedError when the client is closed', async () => {
    const server = await serveFeed();
    const client = connectFeed(server.url);
    const waiting = client.numbers().next();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(1));
    client.$close();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await expect(client.numbers().next()).rejects.toMatchObject({ code: 'aborted' });
  });

  test('settles several calls of next() in order', async () => {
    const client = connectFeed((await serveFeed()).url);
    const events = client.countdown({ from: 2 });
    const steps = await Promise.all([events.next(), events.next(), events.next()]);
    expect(steps).toEqual([
      { done: false, value: { left: 2 } },
      { done: false, value: { left: 1 } },
      { done: true, value: undefined },
    ]);
  });
});

describe('the names of a subscription', () => {
  test('are those of its namespace, and its params follow the name', async () => {
    const client = connectFeed((await serveFeed()).url);
    const events = client.heads({ chain: 'main' });
    expect(await take(events, 2)).toEqual([{ chain: 'main', at: '1970-01-01T00:00:00.000Z' }]);
  });

  test('are those of the option subscriptions, also for numeric ids and early events', async () => {
    const { url, received } = await serveSockets(({ id, method }, peer) => {
      const notify = (sub: number, result: unknown): void =>
        peer.send({ jsonrpc: '2.0', method: 'slotNotification', params: { sub, result } });
      if (method !== 'slotSubscribe') return;
      notify(7, 'early');
      notify(8, 'of another subscription');
      peer.send({ jsonrpc: '2.0', id, result: 7 });
      notify(7, 'late');
    });
    const events = connect(url).$subscribe('slots', [5]);
    expect(await take(events, 2)).toEqual(['early', 'late']);
    await events.return?.();
    await eventually(() =>
      expect(received).toMatchObject([
        { method: 'slotSubscribe', params: [5] },
        { method: 'slotUnsubscribe', params: [7] },
      ]),
    );
  });
});

test('a subscription fails if another one has its id, which continues and is the only one to unsubscribe', async () => {
  const { url, received } = await serveSockets(({ id, method }, peer) => {
    const notify = (result: string): void =>
      peer.send({ jsonrpc: '2.0', method: 'ticks', params: { subscription: 'same', result } });
    if (method === 'publish') notify('a');
    peer.send({ jsonrpc: '2.0', id, result: 'same' });
  });
  const client = connect(url);
  const first = client.$subscribe('ticks');
  const event = first.next();
  await expect(client.$subscribe('ticks').next()).rejects.toMatchObject({
    code: 'invalid-response',
    message: 'The server has already accepted a subscription with the id "same"',
  });
  await client.$call('publish');
  expect(await event).toEqual({ done: false, value: 'a' });
  await first.return?.();
  await client.$call('next');
  const methods = (received as readonly ReceivedCall[]).map(({ method }) => method);
  expect(methods.filter((method) => method === 'ticks.unsubscribe')).toHaveLength(1);
});

describe('a subscription whose events have a cursor', () => {
  test('continues after the last event when the connection is cut', async () => {
    const { url, received } = await serveEvents(({ cursor }, connection) =>
      connection === 1
        ? [{ result: 'a', cursor: '1' }, { result: 'b', cursor: '2' }, { cut: true }]
        : [{ result: `after ${cursor}`, cursor: '3' }, { done: true }],
    );
    const events = connect(url).$subscribe('ticks');
    expect(await take(events, 4)).toEqual(['a', 'b', 'after 2']);
    expect(events.cursor).toBe('3');
    expect(received).toHaveLength(2);
  });

  test('continues at the same cursor when a resumed stream breaks before its first event', async () => {
    const cursors: unknown[] = [];
    const { url } = await serveEvents(({ cursor }, connection) => {
      cursors.push(cursor);
      if (connection === 1) return [{ result: 'a', cursor: '1' }, { cut: true }];
      if (connection === 2) return [{ cut: true }];
      if (connection === 3) return 'cut';
      return [{ result: 'b', cursor: '2' }, { done: true }];
    });
    expect(await take(connect(url).$subscribe('ticks'), 3)).toEqual(['a', 'b']);
    expect(cursors).toEqual([undefined, '1', '1', '1']);
  });

  test('begins after the cursor of its options', async () => {
    const { url } = await serveEvents(({ cursor }) => [{ result: cursor }, { done: true }]);
    const events = connect(url).$subscribe('ticks', {}, { cursor: '41' });
    expect(events.cursor).toBe('41');
    expect(await take(events, 2)).toEqual(['41']);
  });

  const lost = { code: -32012, message: 'Events lost', data: { oldest: '5', newest: '9' } };
  const loses = () =>
    serveSockets(({ id, cursor, method }, peer, connection) => {
      if (!method.endsWith('.subscribe')) return;
      const notify = (params: object): void =>
        peer.send({ jsonrpc: '2.0', method: 'ticks', params: { subscription: 's', ...params } });
      if (cursor !== undefined) {
        peer.send({ jsonrpc: '2.0', id, error: lost });
        return;
      }
      peer.send({ jsonrpc: '2.0', id, result: 's' });
      notify({ result: `live ${connection}`, cursor: '1' });
      if (connection === 1) peer.socket.terminate();
      else notify({ done: true });
    });

  test('throws EventsLost if the history no longer contains the cursor', async () => {
    const events = connect((await loses()).url).$subscribe('ticks');
    await events.next();
    const failure = await events.next().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JsonRpcError);
    expect(failure).toMatchObject({ code: -32012, data: { oldest: '5', newest: '9' } });
  });

  test('reports EventsLost to onGap, and continues with new events', async () => {
    const seen: unknown[] = [];
    const onGap = (gap: Gap): void => void seen.push(gap.code);
    const events = connect((await loses()).url).$subscribe('ticks', {}, { onGap });
    for await (const event of events) seen.push(event);
    expect(seen).toEqual(['live 1', -32012, 'live 2']);
  });
});

describe('a subscription whose events have no cursor', () => {
  const twice = () =>
    serveEvents((_call, connection) =>
      connection === 1 ? [{ result: 'a' }, { cut: true }] : [{ result: 'b' }, { done: true }],
    );

  test('throws GapError when the connection is cut', async () => {
    const { url, connections } = await twice();
    const events = connect(url).$subscribe('ticks');
    expect(await take(events, 1)).toEqual(['a']);
    const failure = await events.next().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GapError);
    expect(failure).toMatchObject({
      code: 'gap',
      reason: 'disconnected',
      cause: { code: 'network' },
    });
    expect(connections()).toBe(1);
  });

  test('reports the gap to onGap in its place, when the server has accepted the subscription again', async () => {
    const seen: unknown[] = [];
    const events = connect((await twice()).url).$subscribe('ticks', undefined, {
      onOpen: () => seen.push('open'),
      onGap: async (gap) => {
        // The loop waits.
        await new Promise(setImmediate);
        seen.push(gap instanceof GapError && gap.reason);
      },
    });
    for await (const event of events) seen.push(event);
    expect(seen).toEqual(['open', 'a', 'open', 'disconnected', 'b']);
  });

  test('ends with the error of onGap, and unsubscribes', async () => {
    const { url, received } = await serveEvents((_call, connection) =>
      connection === 1 ? [{ cut: true }] : [],
    );
    const events = connect(url).$subscribe(
      'ticks',
      {},
      {
        onGap: () => {
          throw new Error('out of date');
        },
      },
    );
    await expect(events.next()).rejects.toThrow('out of date');
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await eventually(() => expect(received.at(-1)).toMatchObject({ method: 'ticks.unsubscribe' }));
  });

  test.each([
    ['the network', new NetworkError('The connection was cut')],
    ['an HTTP status', new HttpStatusError({ status: 503, headers: new Headers(), body: '' })],
  ])('calls a callback again that fails for a time because of %s', async (_, error) => {
    const seen: unknown[] = [];
    const failsTwice = (name: string) => {
      let calls = 0;
      return (): void => {
        calls += 1;
        seen.push(`${name} ${calls}`);
        if (calls < 3) throw error;
      };
    };
    const { url } = await serveEvents(() => [{ result: 'a', dropped: 2 }, { done: true }]);
    const client = connect(url, { reconnect: { delay: 1 } });
    const events = client.$subscribe('ticks', undefined, {
      onOpen: failsTwice('open'),
      onGap: failsTwice('gap'),
    });
    for await (const event of events) seen.push(event);
    expect(seen).toEqual(['open 1', 'open 2', 'open 3', 'gap 1', 'gap 2', 'gap 3', 'a']);
  });

  test('ends with the error of a callback that fails more often than it subscribes again', async () => {
    let calls = 0;
    const { url } = await serveEvents(() => [{ result: 'a' }]);
    const client = connect(url, { reconnect: { delay: 1, attempts: 2 } });
    const events = client.$subscribe('ticks', undefined, {
      onOpen: () => {
        calls += 1;
        throw new NetworkError('The connection was cut');
      },
    });
    await expect(events.next()).rejects.toThrow('The connection was cut');
    expect(calls).toBe(3);
  });

  test('no longer calls a failing callback when the server ends it with an error', async () => {
    const error = { code: 6001, message: 'Closed' };
    const { url } = await serveEvents(() => [{ error }]);
    const events = connect(url).$subscribe('ticks', undefined, {
      onOpen: () => {
        throw new NetworkError('The connection was cut');
      },
    });
    await expect(events.next()).rejects.toMatchObject({ code: 6001 });
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test.each([
    { way: 'its signal', expected: { code: 'aborted' } },
    { way: 'return()', expected: { done: true, value: undefined } },
  ])('no longer calls a failing callback when the loop ends by $way', async ({ way, expected }) => {
    const controller = new AbortController();
    const failed = deferred();
    // The server has ended the subscription, but the loop hasn't received the event yet.
    const { url } = await serveEvents(() => [{ result: 'a' }, { done: true }]);
    const client = connect(url, { reconnect: { delay: 3_600_000, maxDelay: 3_600_000 } });
    const events = client.$subscribe('ticks', undefined, {
      signal: controller.signal,
      onOpen: () => {
        failed.resolve();
        throw new NetworkError('The connection was cut');
      },
    });
    const last = events.next().catch((error: unknown) => error);
    await failed.promise;
    // The error of the callback is handled after this turn.
    await new Promise(setImmediate);
    if (way === 'return()') await events.return?.();
    else controller.abort();
    expect(await last).toMatchObject(expected);
  });

  test('throws GapError when more events than are kept arrive before the response', async () => {
    const { url, received } = await serveSockets(({ id, method }, peer) => {
      if (!method.endsWith('.subscribe')) return;
      for (let result = 1; result <= 150; result += 1) {
        peer.send({ jsonrpc: '2.0', method: 'ticks', params: { subscription: 's', result } });
      }
      peer.send({ jsonrpc: '2.0', id, result: 's' });
    });
    const events = connect(url).$subscribe('ticks');
    expect(await take(events, 100)).toHaveLength(100);
    await expect(events.next()).rejects.toMatchObject({ code: 'gap', reason: 'disconnected' });
    await eventually(() => expect(received.at(-1)).toMatchObject({ method: 'ticks.unsubscribe' }));
  });

  test('reports the events that the server has dropped', async () => {
    const { url } = await serveEvents(() => [
      { result: 1 },
      { result: 5, dropped: 3 },
      { done: true },
    ]);
    const seen: unknown[] = [];
    const onGap = (gap: Gap): void => void seen.push(gap instanceof GapError && gap.dropped);
    for await (const event of connect(url).$subscribe('ticks', {}, { onGap })) seen.push(event);
    expect(seen).toEqual([1, 3, 5]);
    const silent = connect(url).$subscribe('ticks');
    expect(await take(silent, 1)).toEqual([1]);
    await expect(silent.next()).rejects.toMatchObject({ reason: 'dropped', dropped: 3 });
  });
});

describe('an interrupted subscription', () => {
  test('survives a restart of the server, whose last word is HTTP error 503', async () => {
    const server = await serveFeed();
    const client = connectFeed(server.url);
    const gaps: Gap[] = [];
    const events = client.numbers({}, { onGap: (gap) => gaps.push(gap) });
    const first = events.next();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(1));
    server.feed.feed.publish();
    expect(await first).toMatchObject({ value: 1 });
    const second = events.next();
    await server.stop();
    await server.start();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(1));
    server.feed.feed.publish();
    expect(await second).toMatchObject({ value: 2 });
    expect(gaps).toMatchObject([{ reason: 'disconnected', cause: { code: -32000 } }]);
  });

  test('leaves no connection open when the server ends only this subscription with HTTP error 503', async () => {
    const open = new Set<unknown>();
    const { url, connections } = await serveSockets((call, peer, connection) => {
      open.add(peer.socket);
      peer.socket.on('close', () => open.delete(peer.socket));
      peer.send({ jsonrpc: '2.0', id: call.id, result: 's' });
      const error = { code: -32000, message: 'Unavailable', data: { status: 503 } };
      const params = { subscription: 's', ...(connection < 4 ? { error } : { result: 1 }) };
      peer.send({ jsonrpc: '2.0', method: 'ticks', params });
    });
    const events = connect(url).$subscribe('ticks', {}, { onGap: () => undefined });
    expect(await take(events, 1)).toEqual([1]);
    expect(connections()).toBe(4);
    await eventually(() => expect(open.size).toBe(1));
  });

  test('waits longer after each failure, and all subscriptions wait for the same attempt', async () => {
    const attempts: number[] = [];
    let subscribed = 0;
    const { url } = await serveEvents(() => {
      subscribed += 1;
      return [{ result: 1, cursor: '1' }, ...(subscribed === 2 ? [{ cut: true }] : [])];
    });
    const client = connect(url, {
      reconnect: { delay: 20, maxDelay: 80, attempts: 4 },
      connect: (to) => {
        attempts.push(performance.now());
        return new WebSocket(attempts.length === 1 ? to : 'ws://127.0.0.1:1/');
      },
    });
    const both = [client.$subscribe('ticks'), client.$subscribe('ticks')];
    await Promise.all(both.map((events) => events.next()));
    const failures = await Promise.all(
      both.map((events) => events.next().catch((error: Error) => error)),
    );
    expect(failures).toMatchObject([{ code: 'network' }, { code: 'network' }]);
    expect(attempts).toHaveLength(5);
    const delays = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    for (const [index, least] of [10, 20, 40, 40].entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(least - 1);
    }
  });

  test('fails at once with attempts: 0', async () => {
    const { url } = await serveEvents(() => [{ result: 1, cursor: '1' }, { cut: true }]);
    const events = connect(url, { reconnect: { attempts: 0 } }).$subscribe('ticks');
    await events.next();
    await expect(events.next()).rejects.toMatchObject({ code: 'network' });
  });

  test("ends with an error of the server that isn't temporary", async () => {
    const { url } = await serveSockets(({ id, cursor, method }, peer) => {
      if (!method.endsWith('.subscribe')) return;
      if (cursor !== undefined) {
        peer.send({ jsonrpc: '2.0', id, error: { code: -32013, message: 'Unauthorized' } });
        return;
      }
      peer.send({ jsonrpc: '2.0', id, result: 's' });
      peer.send({
        jsonrpc: '2.0',
        method: 'ticks',
        params: { subscription: 's', result: 1, cursor: '1' },
      });
      peer.socket.close(4401);
    });
    const events = connect(url).$subscribe('ticks');
    await events.next();
    await expect(events.next()).rejects.toMatchObject({ code: -32013 });
  });

  test.each([
    [401, [1], { code: 'network', cause: { code: 'http-status', status: 401 } }],
    [503, [1, 1], { code: 'network' }],
  ])(
    '%i of a call in `connect` ends it only if it is not temporary',
    async (second, received, error) => {
      const { url } = await serveEvents(() => [{ result: 1, cursor: '1' }, { cut: true }]);
      const statuses = [200, second, 200];
      let id = 0;
      const session = createClient({
        url: 'http://session',
        fetch: () => {
          id += 1;
          const status = statuses.shift() ?? 401;
          return status === 200
            ? Response.json({ jsonrpc: '2.0', id, result: null })
            : new Response('', { status });
        },
      });
      const client = connect(url, {
        connect: async (to) => {
          await session.$call('check');
          return new WebSocket(to);
        },
      });
      const taken: unknown[] = [];
      const all = async (): Promise<void> => {
        for await (const event of client.$subscribe('ticks')) taken.push(event);
      };
      await expect(all()).rejects.toMatchObject(error);
      expect(taken).toEqual(received);
    },
  );

  test('continues when nothing arrives for maxSilence, also no response to a probe', async () => {
    const { url, received } = await serveEvents((_call, connection) =>
      connection === 1
        ? [{ result: 1, cursor: '1' }]
        : [{ result: 2, cursor: '2' }, { done: true }],
    );
    const events = connect(url, { maxSilence: 400 }).$subscribe('ticks');
    expect(await take(events, 3)).toEqual([1, 2]);
    expect(received[1]).toMatchObject({ method: 'ticks.unsubscribe', params: [''] });
  });

  test('is never interrupted with maxSilence: Infinity', async () => {
    const { url } = await serveEvents(() => [{ result: 1 }]);
    const events = connect(url, { maxSilence: Infinity }).$subscribe('ticks');
    expect(await take(events, 1)).toEqual([1]);
    const ended = events.next().then(
      () => true,
      () => true,
    );
    const delay = new Promise<false>((resolve) => setTimeout(() => resolve(false), 50));
    expect(await Promise.race([ended, delay])).toBe(false);
  });

  test('stays on a silent connection whose server responds to the probe', async () => {
    let probes = 0;
    const { url, connections } = await serveSockets(({ id, method }, peer) => {
      if (method === 'ticks.subscribe') peer.send({ jsonrpc: '2.0', id, result: 's' });
      else {
        probes += 1;
        peer.send({ jsonrpc: '2.0', id, result: false });
        const params = { subscription: 's', done: true };
        if (probes === 3) peer.send({ jsonrpc: '2.0', method: 'ticks', params });
      }
    });
    expect(await take(connect(url, { maxSilence: 600 }).$subscribe('ticks'), 1)).toEqual([]);
    expect(connections()).toBe(1);
  });

  test('begins again if the server does not respond to the subscribe call', async () => {
    const { url } = await serveEvents((_call, connection) =>
      connection === 1 ? [{ result: 1, cursor: '1' }, { cut: true }] : [{ done: true }],
    );
    const events = connect(url).$subscribe('ticks');
    expect(await take(events, 2)).toEqual([1]);
    const silent = await serveSockets(() => undefined);
    const unanswered = connect(silent.url, { maxSilence: 400 }).$subscribe('ticks');
    await expect(unanswered.next()).rejects.toMatchObject({ code: 'timeout' });
  });
});

describe('a slow loop', () => {
  /** Sends 100 events after the cursor at once, and knows whether the client has unsubscribed. */
  const serveMany = (hasCursor: boolean) =>
    serveSockets(({ id, method, cursor = '0' }, peer: Peer) => {
      if (!method.endsWith('.subscribe')) return;
      const subscription = `s${id}`;
      peer.send({ jsonrpc: '2.0', id, result: subscription });
      for (let result = Number(cursor) + 1; result <= 100; result += 1) {
        const position = hasCursor ? { cursor: String(result) } : {};
        const params = { subscription, result, ...position };
        peer.send({ jsonrpc: '2.0', method: 'ticks', params });
      }
      const params = { subscription, done: true };
      peer.send({ jsonrpc: '2.0', method: 'ticks', params });
    });

  const eachAfter = async (events: AsyncIterable<unknown>): Promise<unknown[]> => {
    const seen: unknown[] = [];
    for await (const event of events) {
      seen.push(event);
      await new Promise(setImmediate);
    }
    return seen;
  };

  test('loses nothing beyond maxBufferedBytes if the events have a cursor', async () => {
    const { url, received } = await serveMany(true);
    const events = connect(url).$subscribe('ticks', {}, { maxBufferedBytes: 1000 });
    const seen = await eachAfter(events);
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    const calls = received as readonly ReceivedCall[];
    const subscribed = calls.filter(({ method }) => method === 'ticks.subscribe').length;
    expect(subscribed).toBeGreaterThan(5);
    // The client subscribes again when the loop has received all kept events, not after each one.
    expect(subscribed).toBeLessThan(20);
    expect(calls.filter(({ method }) => method === 'ticks.unsubscribe').length).toBeGreaterThan(5);
  });

  test('throws GapError beyond maxBufferedBytes if the events have no cursor', async () => {
    const { url } = await serveMany(false);
    const events = connect(url).$subscribe('ticks', {}, { maxBufferedBytes: 1000 });
    const seen: unknown[] = [];
    const failure = await (async () => {
      for await (const event of events) {
        seen.push(event);
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      }
    })().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'gap', reason: 'overflow' });
    expect(seen.length).toBeLessThan(30);
  });

  test('accepts one event that is larger than maxBufferedBytes', async () => {
    const { url } = await serveEvents(() => [{ result: 'x'.repeat(1000) }, { done: true }]);
    const events = connect(url).$subscribe('ticks', {}, { maxBufferedBytes: 10 });
    expect(await eachAfter(events)).toEqual(['x'.repeat(1000)]);
    expect(() => connect(url).$subscribe('ticks', {}, { maxBufferedBytes: 0 })).toThrow(
      'maxBufferedBytes must be more than 0, not 0',
    );
  });
});
