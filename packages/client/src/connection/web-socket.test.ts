import { once } from 'node:events';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { deferred } from '../../test/deferred.js';
import { eventually } from '../../test/eventually.js';
import { connectFeed, serveFeed } from '../../test/serve-feed.js';
import { type Peer, type ReceivedCall, serveSockets } from '../../test/socket-server.js';
import { createClient, safe } from '../index.js';
import { webSocket, type WebSocketOptions } from '../websocket.js';

function connect(url: string, options: Partial<WebSocketOptions> = {}) {
  const transport = webSocket({ url, connect: (to) => new WebSocket(to), ...options });
  const client = createClient({ transport });
  onTestFinished(() => client.$close());
  return client;
}

describe('a call on a connection', () => {
  test('returns its result, and all calls share one connection', async () => {
    const server = await serveFeed();
    const client = connectFeed(server.url);
    const results = await Promise.all([
      client.echo({ value: 1 }),
      client.$call('echo', { value: 2 }),
    ]);
    expect(results).toEqual([1, 2]);
    expect(server.connections).toBe(1);
  });

  test('fails with the error of its response', async () => {
    const { url } = await serveFeed();
    const outcome = await safe(connect(url).$call('nothing'));
    expect(outcome).toMatchObject({ ok: false, error: { code: -32601, method: 'nothing' } });
  });

  test('is sent in a batch, whose notifications have no response', async () => {
    const { url } = await serveFeed();
    const client = connectFeed(url);
    const outcomes = await client.$batch.safe((b) => [
      b.echo({ value: 'a' }),
      b.$notify.echo({ value: 'b' }),
      b.echo({ value: 'c' }),
    ]);
    expect(outcomes).toEqual(['a', undefined, 'c'].map((result) => ({ ok: true, result })));
    expect(await client.$notify.echo({ value: 'd' })).toBeUndefined();
  });

  test('is sent together with the other calls of its tick with automatic batches', async () => {
    const { url, received } = await serveSockets((calls, peer) =>
      peer.send([calls].flat().map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }))),
    );
    const transport = webSocket({ url, connect: (to) => new WebSocket(to) });
    const client = createClient({ transport, batch: true });
    onTestFinished(() => client.$close());
    expect(await Promise.all([client.$call('a'), client.$call('b')])).toEqual(['a', 'b']);
    expect(received).toHaveLength(1);
  });

  test('fails together with its batch if the server rejects the message', async () => {
    const { url } = await serveFeed();
    const outcomes = await connect(url).$batch.safe((b) => [1, 2, 3, 4].map(() => b.$call('echo')));
    expect(outcomes).toHaveLength(4);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ error: { code: -32600 } });
  });

  test('fails if the server rejects one of several messages without saying which', async () => {
    const { url } = await serveSockets((_call, peer) =>
      peer.send({ jsonrpc: '2.0', id: null, error: { code: -32005, message: 'Limit exceeded' } }),
    );
    const client = connect(url);
    const outcomes = await Promise.all([safe(client.$call('a')), safe(client.$call('b'))]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ error: { reason: 'unknown-id' } });
  });

  test('is cancelled on the server when its signal is aborted or its time is over', async () => {
    const server = await serveFeed();
    const client = connectFeed(server.url);
    // Calls that end before the connection is open never reach the server.
    await client.echo({ value: 'open' });
    const controller = new AbortController();
    const aborted = safe(client.wait({}, { signal: controller.signal }));
    const late = safe(client.wait({}, { timeout: 20 }));
    expect(await late).toMatchObject({ error: { code: 'timeout' } });
    controller.abort('left');
    expect(await aborted).toMatchObject({ error: { code: 'aborted', cause: 'left' } });
    await eventually(() => expect(server.feed.cancelled).toHaveLength(2));
    expect(await client.echo({ value: 'still open' })).toBe('still open');
  });

  test("isn't sent when it is aborted while the connection opens", async () => {
    const { url, received } = await serveSockets(({ id }, peer) =>
      peer.send({ jsonrpc: '2.0', id, result: 0 }),
    );
    const client = connect(url);
    const controller = new AbortController();
    const first = safe(client.$call('first', {}, { signal: controller.signal }));
    controller.abort();
    expect(await first).toMatchObject({ error: { code: 'aborted' } });
    await client.$call('second');
    expect(received).toMatchObject([{ method: 'second' }]);
  });

  test('fails if the connection closes before its response, and the next call opens another', async () => {
    const { url, connections } = await serveSockets(({ id }, peer, connection) => {
      if (connection === 1) peer.socket.terminate();
      else peer.send({ jsonrpc: '2.0', id, result: 'second' });
    });
    const client = connect(url);
    expect(await safe(client.$call('a'))).toMatchObject({ error: { code: 'network' } });
    expect(await client.$call('a')).toBe('second');
    expect(connections()).toBe(2);
  });

  test('uses the connection that opens while the one of a server that shuts down closes', async () => {
    const error = { code: -32000, message: 'Unavailable', data: { status: 503 } };
    let first: Peer | undefined;
    const { url } = await serveSockets(({ id, method }, peer, connection) => {
      if (method === 'slow') {
        first = peer;
        peer.send({ jsonrpc: '2.0', method: 'ticks', params: { subscription: 's', error } });
      } else if (method === 'cut') peer.socket.terminate();
      else peer.send({ jsonrpc: '2.0', id, result: connection });
    });
    let opened = 0;
    const ticket = deferred();
    const client = connect(url, {
      connect: async (to) => {
        opened += 1;
        if (opened === 2) await ticket.promise;
        return new WebSocket(to);
      },
    });
    expect(await client.$call('a')).toBe(1);
    const slow = safe(client.$call('slow'));
    expect(await client.$call('a')).toBe(1);
    const second = client.$call('a');
    await eventually(() => expect(opened).toBe(2));
    first?.socket.terminate();
    expect(await slow).toMatchObject({ error: { code: 'network' } });
    const third = client.$call('a');
    ticket.resolve();
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    expect(await safe(client.$call('cut'))).toMatchObject({ error: { code: 'network' } });
    expect(await client.$call('a')).toBe(3);
  });

  test('is retried on another connection if it has an idempotency key', async () => {
    const keys: unknown[] = [];
    const { url } = await serveSockets((call, peer, connection) => {
      keys.push((call as { idempotencyKey?: string }).idempotencyKey);
      if (connection < 3) peer.socket.terminate();
      else peer.send({ jsonrpc: '2.0', id: call.id, result: 'done' });
    });
    const transport = webSocket({ url, connect: (to) => new WebSocket(to) });
    const client = createClient({ transport, idempotent: { pay: true }, retry: { delay: 1 } });
    onTestFinished(() => client.$close());
    expect(await client.$call('pay')).toBe('done');
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });

  test('is retried after an HTTP error that is temporary, as over HTTP', async () => {
    const statuses = [503, 429];
    const { url } = await serveSockets(({ id }, peer) => {
      const status = statuses.shift();
      const error = { code: -32000, message: 'Failed', data: { status } };
      peer.send({ jsonrpc: '2.0', id, error });
    });
    const transport = webSocket({ url, connect: (to) => new WebSocket(to) });
    const client = createClient({ transport, idempotent: { pay: true }, retry: { delay: 1 } });
    onTestFinished(() => client.$close());
    expect(await safe(client.$call('pay'))).toMatchObject({ error: { data: { status: 429 } } });
    expect(statuses).toEqual([]);
  });

  test('ignores what the server still sends about an attempt that the client has abandoned', async () => {
    const attempts: number[] = [];
    const { url } = await serveSockets(({ id, method }, peer) => {
      if (method !== 'pay' || id === undefined) return;
      const report = (token: number | undefined, value: string): void =>
        peer.send({ jsonrpc: '2.0', method: '$/progress', params: { token, value } });
      attempts.push(id);
      if (attempts.length === 1) return;
      const [first] = attempts;
      report(first, 'late');
      peer.send({ jsonrpc: '2.0', id: first, error: { code: -32800, message: 'Cancelled' } });
      report(id, 'paying');
      peer.send({ jsonrpc: '2.0', id, result: 'paid' });
    });
    const transport = webSocket({ url, connect: (to) => new WebSocket(to) });
    const retry = { delay: 1, attemptTimeout: 100 };
    const client = createClient({ transport, idempotent: { pay: true }, retry });
    onTestFinished(() => client.$close());
    const reported: unknown[] = [];
    const onProgress = (value: unknown): void => void reported.push(value);
    expect(await client.$call('pay', {}, { onProgress })).toBe('paid');
    expect(reported).toEqual(['paying']);
  });

  test("fails if the connection can't be opened", async () => {
    const client = connect('ws://127.0.0.1:1/');
    expect(await safe(client.$call('a'))).toMatchObject({ error: { code: 'network' } });
    const failing = connect('ws://127.0.0.1:1/', {
      connect: () => Promise.reject(new Error('no ticket')),
    });
    const outcome = await safe(failing.$call('a'));
    expect(outcome).toMatchObject({ error: { code: 'network', cause: { message: 'no ticket' } } });
  });

  test('opens a connection after `connect` has thrown', async () => {
    const { url } = await serveFeed();
    let attempts = 0;
    const client = connect(url, {
      connect: (to) => {
        attempts += 1;
        if (attempts === 1) throw new Error('no token yet');
        return new WebSocket(to);
      },
    });
    expect(await safe(client.$call('echo', { value: 1 }))).toMatchObject({
      error: { code: 'network', cause: { message: 'no token yet' } },
    });
    expect(await client.$call('echo', { value: 2 })).toBe(2);
  });

  test('fails if `connect` takes longer than maxSilence, as does a subscription', async () => {
    const client = connect('ws://127.0.0.1:1/', {
      connect: () => new Promise(() => undefined),
      maxSilence: 50,
    });
    const error = { code: 'network', message: 'The connection did not open within 50 ms' };
    const call = safe(client.$call('a'));
    await expect(client.$subscribe('ticks').next()).rejects.toMatchObject(error);
    expect(await call).toMatchObject({ error });
  });

  test('fails when the client is closed while it connects, and a late socket is closed', async () => {
    const { url } = await serveFeed();
    const late = deferred<WebSocket>();
    const socket = new WebSocket(url.replace('http', 'ws'));
    await once(socket, 'open');
    const client = connect(url, { connect: () => late.promise });
    const call = safe(client.$call('a'));
    const event = safe(client.$subscribe('ticks').next());
    client.$close();
    expect(await call).toMatchObject({ error: { code: 'aborted' } });
    expect(await event).toMatchObject({ error: { code: 'aborted' } });
    late.resolve(socket);
    await once(socket, 'close');
  });

  test('waits for a promise of another realm, which is not an instance of Promise', async () => {
    const { url } = await serveFeed();
    const resolve = runInNewContext('(value) => Promise.resolve(value)') as <T>(v: T) => Promise<T>;
    const client = connect(url, { connect: (to) => resolve(new WebSocket(to)) });
    expect(await client.$call('echo', { value: 1 })).toBe(1);
  });

  test.each([
    ['nothing', undefined],
    ['an object', {}],
    ['a promise of an object', Promise.resolve({})],
  ])('fails if `connect` returns %s instead of a WebSocket', async (_, returned) => {
    const client = connect('ws://127.0.0.1:1/', { connect: () => returned as WebSocket });
    expect(await safe(client.$call('a'))).toMatchObject({
      error: { code: 'network', cause: expect.any(TypeError) as TypeError },
    });
  });

  test("fails if it has headers, which a connection can't send", async () => {
    const { url } = await serveFeed();
    const outcome = await safe(connect(url).$call('echo', {}, { headers: { a: 'b' } }));
    expect(outcome).toMatchObject({ error: { code: 'not-sent' } });
  });

  test('fails when the client is closed in the same turn, as does a subscription', async () => {
    const client = connectFeed((await serveFeed()).url);
    await client.echo({ value: 1 });
    const call = safe(client.echo({ value: 2 }));
    const event = safe(client.numbers({}).next());
    client.$close();
    expect(await call).toMatchObject({ error: { code: 'aborted' } });
    expect(await event).toMatchObject({ error: { code: 'aborted' } });
  });

  test('fails when the client is closed, as do later calls', async () => {
    const server = await serveFeed();
    const client = connectFeed(server.url);
    const waiting = safe(client.wait());
    await client.echo({ value: 1 });
    client.$close();
    expect(await waiting).toMatchObject({ error: { code: 'aborted' } });
    expect(await safe(client.wait())).toMatchObject({ error: { code: 'aborted' } });
    await eventually(() => expect(server.connections).toBe(0));
  });

  test.each([
    ["isn't JSON", '{', 'invalid-response'],
    ['is larger than maxMessageBytes', `"${'x'.repeat(100)}"`, 'response-too-large'],
  ])('fails if a message of the server %s', async (_title, text, code) => {
    const { url } = await serveSockets((_call, peer) => peer.sendText(text));
    const outcome = await safe(connect(url, { maxMessageBytes: 50 }).$call('a'));
    expect(outcome).toMatchObject({ error: { code } });
  });

  test("ignores messages that don't concern it", async () => {
    const { url } = await serveSockets(({ id }, peer) => {
      peer.send(null);
      peer.send(5);
      peer.send({ jsonrpc: '2.0', id: 99, result: 'stray' });
      peer.send({ jsonrpc: '2.0', method: 'greeting', params: [] });
      peer.send({ jsonrpc: '2.0', method: '$/progress' });
      peer.send({ jsonrpc: '2.0', id: 7, method: 'call.of.the.server' });
      peer.send({ jsonrpc: '2.0', id, result: 'own' });
    });
    expect(await connect(url).$call('a')).toBe('own');
  });
});

describe('a notification on a connection', () => {
  test.each<[string, (socket: WebSocket) => void]>([
    ['is closing', (socket) => socket.close()],
    [
      'fails to send',
      (socket) => {
        socket.send = () => {
          throw new Error('out of memory');
        };
      },
    ],
  ])('fails if the socket %s, also in a batch', async (_, breakSocket) => {
    const { url, received } = await serveSockets(({ id }, peer) => {
      if (id !== undefined) peer.send({ jsonrpc: '2.0', id, result: 'done' });
    });
    const sockets: WebSocket[] = [];
    const client = connect(url, {
      connect: (to) => {
        const socket = new WebSocket(to);
        sockets.push(socket);
        return socket;
      },
    });
    const send = {
      single: async () => [await safe(client.$notify.$call('pay'))],
      batch: () => client.$batch.safe((b) => [b.$notify.$call('pay'), b.$call('a')]),
    };
    for (const kind of ['single', 'batch'] as const) {
      await client.$call('open');
      breakSocket(sockets.at(-1) as WebSocket);
      for (const outcome of await send[kind]())
        expect(outcome).toMatchObject({ ok: false, error: { code: 'network' } });
    }
    await client.$call('open');
    expect(received).toMatchObject([{ method: 'open' }, { method: 'open' }, { method: 'open' }]);
  });
});

describe('the progress of a call', () => {
  test('of a jsonrpc-kit server is reported before the result, also in a batch', async () => {
    const client = connectFeed((await serveFeed()).url);
    const reported: unknown[] = [];
    const onProgress = (value: unknown): void => void reported.push(value);
    expect(await client.count({ to: 50 }, { onProgress })).toBe('done');
    expect(reported.at(-1)).toEqual({ counted: 50 });
    await client.$batch((b) => [b.count({ to: 7 }), b.echo({ value: 1 })], { onProgress });
    expect(reported.at(-1)).toEqual({ counted: 7 });
  });

  const reportTwice = (call: ReceivedCall, peer: { send(message: unknown): void }): void => {
    const { id, progressToken: token } = call;
    for (const value of [1, { of: 2 }])
      peer.send({ jsonrpc: '2.0', method: '$/progress', params: { token, value } });
    peer.send({ jsonrpc: '2.0', id, result: 'done' });
  };

  test('is reported to onProgress before the result', async () => {
    const { url, received } = await serveSockets(reportTwice);
    const reported: unknown[] = [];
    const onProgress = (value: unknown): void => void reported.push(value);
    expect(await connect(url).$call('work', {}, { onProgress })).toBe('done');
    expect(reported).toEqual([1, { of: 2 }]);
    expect(received).toMatchObject([{ id: 1, progressToken: 1 }]);
  });

  test('is not asked for without onProgress', async () => {
    const { url, received } = await serveSockets(reportTwice);
    await connect(url).$call('work');
    expect(received[0]).not.toHaveProperty('progressToken');
  });

  test('is ignored without onProgress', async () => {
    const { url } = await serveSockets(({ id }, peer) => {
      peer.send({ jsonrpc: '2.0', method: '$/progress', params: { token: id, value: 1 } });
      peer.send({ jsonrpc: '2.0', id, result: 'done' });
    });
    expect(await connect(url).$call('work')).toBe('done');
  });

  test('cancels the call if onProgress throws', async () => {
    const { url, received } = await serveSockets(({ progressToken: token }, peer) => {
      if (token !== undefined)
        peer.send({ jsonrpc: '2.0', method: '$/progress', params: { token, value: 1 } });
    });
    const failure = new Error('thrown');
    const onProgress = (): never => {
      throw failure;
    };
    expect(await safe(connect(url).$call('work', {}, { onProgress }))).toEqual({
      ok: false,
      error: failure,
    });
    await eventually(() =>
      expect(received).toMatchObject([{}, { method: '$/cancelRequest', params: { id: 1 } }]),
    );
  });
});

describe('webSocket()', () => {
  test('rejects a runtime without WebSocket, an invalid URL and numbers out of range', () => {
    vi.stubGlobal('WebSocket', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(() => webSocket({ url: 'ws://a/' })).toThrow('this runtime has no global WebSocket');
    const connectTo = (to: string): WebSocket => new WebSocket(to);
    expect(() => webSocket({ url: '/rpc', connect: connectTo })).toThrow('Invalid URL');
    expect(() => webSocket({ url: 'ws://a/', connect: connectTo, maxSilence: 0 })).toThrow(
      'webSocket(): maxSilence must be more than 0, not 0',
    );
    expect(() =>
      webSocket({ url: 'ws://a/', connect: connectTo, reconnect: { delay: Number.NaN } }),
    ).toThrow('webSocket(): reconnect.delay must be 0 or more, not NaN');
  });

  test('uses the global WebSocket, and resolves the URL against the page', async () => {
    const { url } = await serveSockets(({ id }, peer) =>
      peer.send({ jsonrpc: '2.0', id, result: 1 }),
    );
    vi.stubGlobal('WebSocket', WebSocket);
    vi.stubGlobal('location', { href: `${url.replace('ws:', 'http:')}page/` });
    onTestFinished(() => void vi.unstubAllGlobals());
    const client = createClient({ transport: webSocket({ url: '/rpc' }) });
    onTestFinished(() => client.$close());
    expect(await client.$call('a')).toBe(1);
  });
});
