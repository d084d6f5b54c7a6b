import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { Api, connection, dependency, Entrypoint, HttpError, signal } from '@jsonrpc-kit/core';
import type { ConnectionOptions } from '@jsonrpc-kit/core/types';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { acceptWebSockets } from './accept-web-sockets.js';
import { closeOnSignals } from './close-on-signals.js';
import { jsonRpc } from './json-rpc.js';

async function serve(rpc: Entrypoint, connections: ConnectionOptions = {}) {
  const logger = new MemoryLogger();
  const api = new Api({ logger, connections }).bindEntrypoint(rpc);
  const server = createServer(jsonRpc(api));
  acceptWebSockets(server, api);
  const port = await listen(server);
  onTestFinished(() => api.close());
  return { api, server, port, log: logger.entries, url: `ws://127.0.0.1:${port}${rpc.path}` };
}

function echo(options: ConstructorParameters<typeof Entrypoint>[1] = {}): Entrypoint {
  const rpc = new Entrypoint('/rpc', options);
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
  return rpc;
}

/** A client that collects the messages. */
class Client {
  readonly socket: WebSocket;
  readonly received: Record<string, unknown>[] = [];

  constructor(url: string, options: ConstructorParameters<typeof WebSocket>[2] = {}) {
    this.socket = new WebSocket(url, options);
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) => {
      this.received.push(JSON.parse(data.toString()) as Record<string, unknown>);
    });
    onTestFinished(() => this.socket.terminate());
  }

  async open(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  async receive(count: number): Promise<readonly Record<string, unknown>[]> {
    while (this.received.length < count) await once(this.socket, 'message');
    return this.received;
  }

  async closed(): Promise<{ readonly code: number; readonly reason: string }> {
    const [code, reason] = (await once(this.socket, 'close')) as [number, Buffer];
    return { code, reason: reason.toString() };
  }
}

/** Asks for an upgrade, and returns the HTTP response. */
async function rejectedUpgrade(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => undefined);
  const [, response] = await once(socket, 'unexpected-response');
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode as number, body: Buffer.concat(chunks).toString() };
}

const call = (id: number, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

describe('acceptWebSockets()', () => {
  test('runs calls, batches and subscriptions on the path of the entrypoint', async () => {
    const rpc = echo();
    rpc.subscription('ticks', {}, async function* () {
      yield 1;
      yield 2;
    });
    const { url } = await serve(rpc);
    const client = await new Client(url).open();
    client.send(call(1, 'echo', { value: 'ü' }));
    client.send([call(2, 'echo', { value: 2 }), call(3, 'ticks.subscribe')]);
    const received = await client.receive(5);
    expect(received.slice(0, 2)).toMatchObject([{ result: 'ü' }, [{ result: 2 }, { id: 3 }]]);
    expect(received.slice(2)).toMatchObject([
      { method: 'ticks', params: { result: 1 } },
      { method: 'ticks', params: { result: 2 } },
      { method: 'ticks', params: { done: true } },
    ]);
  });

  test('responds to a binary frame with ParseError, and closes a message that is too large', async () => {
    const { url } = await serve(echo({ limits: { maxBodyBytes: 1_000 } }));
    const client = await new Client(url).open();
    client.socket.send(Buffer.from('{}'));
    expect(await client.receive(1)).toMatchObject([{ error: { code: -32700 } }]);
    client.socket.send('x'.repeat(1_001));
    expect((await client.closed()).code).toBe(1009);
  });

  test.each<[string, Record<string, string>, string, number]>([
    ['another path', {}, '/other', 404],
    ['the path of a method', {}, '/rpc/echo', 404],
    ['a foreign origin', { origin: 'https://evil.example' }, '/rpc', 403],
  ])('rejects an upgrade with %s', async (_, headers, path, status) => {
    const { url } = await serve(echo(), { maxConnections: 1 });
    for (let index = 0; index < 2; index += 1) {
      expect((await rejectedUpgrade(url.replace('/rpc', path), headers)).status).toBe(status);
    }
    await new Client(url).open();
  });

  test('rejects a handshake that is not one, and frees its room', async () => {
    const { url, port } = await serve(echo(), { maxConnections: 1 });
    for (let index = 0; index < 2; index += 1) {
      const raw = connectTcp(port, '127.0.0.1');
      raw.write(
        'GET /rpc HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      const [response] = (await once(raw, 'data')) as [Buffer];
      expect(response.toString()).toMatch(/^HTTP\/1\.1 400 /);
    }
    await new Client(url).open();
  });

  test('leaves other paths to other listeners, and may be called for another api', async () => {
    const { server, port } = await serve(echo());
    const other = new Entrypoint('/other');
    other.method('ping', {}, () => 'pong');
    acceptWebSockets(server, new Api().bindEntrypoint(other), { basePath: '/below' });
    const client = await new Client(`ws://127.0.0.1:${port}/below/other`).open();
    client.send(call(1, 'ping'));
    expect(await client.receive(1)).toMatchObject([{ result: 'pong' }]);
    const first = await new Client(`ws://127.0.0.1:${port}/rpc?query`).open();
    first.send(call(1, 'echo', { value: 1 }));
    expect(await first.receive(1)).toMatchObject([{ result: 1 }]);
    expect((await rejectedUpgrade(`ws://127.0.0.1:${port}/third`)).status).toBe(404);
    server.on('upgrade', (incoming, raw) => {
      if (incoming.url === '/third') raw.end('HTTP/1.1 418 Mine\r\nConnection: close\r\n\r\n');
    });
    expect((await rejectedUpgrade(`ws://127.0.0.1:${port}/third`)).status).toBe(418);
  });

  // Java's client asks for HTTP/2 in this way with each call of an `http:` URL.
  test('leaves a request for another protocol to the listener of requests', async () => {
    const { port, url } = await serve(echo());
    const body = JSON.stringify(call(1, 'echo', { value: 'č' }));
    const request = post('/rpc', body, {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    });
    const raw = new RawClient(port);
    for (const parts of [[request], [request.slice(0, -5), request.slice(-5)]]) {
      expect(await raw.send(...parts).response()).toMatchObject({
        status: 200,
        body: '{"jsonrpc":"2.0","id":1,"result":"č"}',
      });
    }
    const client = await new Client(url).open();
    client.send(call(2, 'echo', { value: 1 }));
    expect(await client.receive(1)).toMatchObject([{ result: 1 }]);
  });

  test('sends the HttpError of a connection dependency, and counts disconnected upgrades', async () => {
    const events: string[] = [];
    let open = (): void => undefined;
    const session = dependency({ connection }, async function* ({ connection: own }) {
      if (events.length === 0) {
        events.push('reject');
        throw new HttpError(402, own?.address);
      }
      events.push('open');
      await new Promise<void>((resolve) => (open = resolve));
      yield 1;
      events.push('close');
    });
    const { url, port } = await serve(
      new Entrypoint('/rpc', { connectionDependencies: [session] }),
    );
    expect(await rejectedUpgrade(url)).toEqual({
      status: 402,
      body: '{"detail":"127.0.0.1"}',
    });
    const raw = await upgradeRaw(port);
    await vi.waitFor(() => expect(events).toContain('open'));
    raw.resetAndDestroy();
    await once(raw, 'close');
    open();
    await vi.waitFor(() => expect(events).toEqual(['reject', 'open', 'close']));
  });

  test('closes connections with 1012 when closeOnSignals() closes the server', async () => {
    const { url, server, api } = await serve(echo());
    const close = closeOnSignals(server, api, { signals: [] });
    const client = await new Client(url).open();
    const closed = client.closed();
    await close();
    expect(await closed).toEqual({ code: 1012, reason: 'Service restart' });
    expect(server.listening).toBe(false);
  });

  test('terminates a client whose connection is half open', async () => {
    const { port, api } = await serve(echo(), { pingInterval: 50, pongTimeout: 50 });
    const raw = await upgradeRaw(port);
    // Nothing responds to the ping.
    raw.resume();
    await once(raw, 'close');
    expect(raw.closed).toBe(true);
    await api.close();
  });
});

/** Opens a WebSocket without a library. */
async function upgradeRaw(port: number): Promise<Socket> {
  const raw = connectTcp(port, '127.0.0.1');
  onTestFinished(() => void raw.destroy());
  raw.on('error', () => undefined);
  raw.write(
    'GET /rpc HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  return raw;
}

/** Returns a frame of a client, with a mask of zeros. */
function frame(opcode: number, payload: Buffer, isLast = true): Buffer {
  const head = [(isLast ? 0x80 : 0) | opcode];
  if (payload.length < 126) head.push(0x80 | payload.length);
  else head.push(0x80 | 126, payload.length >> 8, payload.length & 0xff);
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

describe('frames of a hostile client', () => {
  test('a second upgrade on a connection closes it, and only it', async () => {
    const { port, url, log } = await serve(echo());
    const client = await new Client(url).open();
    const raw = await upgradeRaw(port);
    await once(raw, 'data');
    raw.resume().write('GET /rpc HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(raw, 'close');
    client.send(call(1, 'echo', { value: 1 }));
    expect(await client.receive(1)).toMatchObject([{ result: 1 }]);
    expect(log).toEqual([]);
  });

  // Node 20 passes the body on as the first bytes of the connection, and Node 26 drops it.
  test.each(['GET', 'POST'])('the body of an upgrade with %s is no message', async (verb) => {
    const { port, url, log } = await serve(echo());
    const raw = connectTcp(port, '127.0.0.1');
    onTestFinished(() => void raw.destroy());
    raw.on('error', () => undefined);
    const body = JSON.stringify(call(1, 'echo', { value: 'smuggled' }));
    raw.write(
      `${verb} /rpc HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    const chunks: Buffer[] = [];
    raw.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(raw, 'data');
    const client = await new Client(url).open();
    client.send(call(1, 'echo', { value: 1 }));
    expect(await client.receive(1)).toMatchObject([{ result: 1 }]);
    expect(Buffer.concat(chunks).toString()).not.toContain('smuggled');
    expect(log).toEqual([]);
  });

  test('a message of many 1-byte fragments closes the connection', async () => {
    const { port } = await serve(echo({ limits: { maxBodyBytes: 16 * 1024 * 1024 } }));
    const raw = await upgradeRaw(port);
    await once(raw, 'data');
    const fragments = [frame(1, Buffer.from('{'), false)];
    for (let index = 0; index < 1_000; index += 1)
      fragments.push(frame(0, Buffer.from(' '), false));
    raw.resume().write(Buffer.concat(fragments));
    await once(raw, 'close');
    expect(raw.bytesWritten).toBeGreaterThan(1_000);
  });

  test('a flood of pings gets pongs, and other clients get their responses', async () => {
    const { port, url } = await serve(echo());
    const raw = await upgradeRaw(port);
    raw.resume();
    const ping = frame(9, Buffer.from('x'));
    raw.write(Buffer.concat(Array.from({ length: 50_000 }, () => ping)));
    const client = await new Client(url).open();
    client.send(call(1, 'echo', { value: 1 }));
    expect(await client.receive(1)).toMatchObject([{ result: 1 }]);
  });

  test('80,000 tiny messages in a few chunks do not keep other clients waiting', async () => {
    const { port, url, log } = await serve(echo());
    const raw = await upgradeRaw(port);
    raw.resume();
    const tiny = frame(1, Buffer.from('1'));
    raw.write(Buffer.concat(Array.from({ length: 80_000 }, () => tiny)));
    const client = await new Client(url).open();
    client.send(call(1, 'echo', { value: 1 }));
    expect(await client.receive(1)).toMatchObject([{ result: 1 }]);
    expect(log).toEqual([]);
  });

  test('a client that stops reading is not sent more than maxBufferedBytes, and its peers get all', async () => {
    const rpc = echo();
    let produced = 0;
    rpc.subscription('feed', { args: { signal } }, async function* ({ signal: aborted }) {
      while (!aborted.aborted) {
        produced += 1;
        yield 'x'.repeat(65_536);
      }
    });
    rpc.subscription('some', {}, async function* () {
      for (let index = 0; index < 200; index += 1) yield 'x'.repeat(10_000);
    });
    const { url } = await serve(rpc);
    const stalled = await new Client(url).open();
    stalled.socket.pause();
    stalled.send(call(1, 'feed.subscribe'));
    const reader = await new Client(url).open();
    reader.send(call(1, 'some.subscribe'));
    await reader.receive(202);
    await vi.waitFor(async () => {
      const before = produced;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(produced).toBe(before);
    });
    // Loopback buffers hold several megabytes in addition.
    expect(produced * 65_536).toBeLessThan(32 * 1024 * 1024);
  });

  test('results and events of any size arrive whole, also at each limit of the length in a frame', async () => {
    const texts = [125, 126, 65_535, 65_536].flatMap((limit) =>
      Array.from({ length: 120 }, (_, index) => 'x'.repeat(limit - index)),
    );
    texts.push('ä€😀'.repeat(20_000), '\ud800', '');
    const rpc = echo();
    rpc.subscription('texts', {}, async function* () {
      yield* texts;
    });
    const { url } = await serve(rpc);
    const clients = await Promise.all([1, 2].map(() => new Client(url).open()));
    for (const client of clients) {
      client.send(call(1, 'texts.subscribe'));
      for (const value of texts) client.send(call(2, 'echo', { value }));
    }
    for (const client of clients) {
      // The response to the subscribe call, and the notification that the events are over, come on top.
      const received = await client.receive(2 * texts.length + 2);
      const echoed = received.flatMap(({ id, result }) => (id === 2 ? [result] : []));
      const events = received.flatMap(({ params }) =>
        Object.entries(params ?? {}).flatMap(([name, value]) => (name === 'result' ? [value] : [])),
      );
      expect(echoed).toEqual(texts);
      expect(events).toEqual(texts);
    }
  });

  test.each([1, 1_048_576])(
    'with maxBufferedBytes of %i, a client that reads again after a pause gets every event in order',
    async (maxBufferedBytes) => {
      const rpc = new Entrypoint('/rpc');
      const count = 3_000;
      let produced = 0;
      rpc.subscription('numbers', { sendDone: true }, async function* () {
        for (; produced < count; produced += 1) yield `${produced} ${'ä'.repeat(2_000)}`;
      });
      const { url } = await serve(rpc, { maxBufferedBytes });
      const client = await new Client(url).open();
      client.send(call(1, 'numbers.subscribe'));
      await client.receive(2);
      client.socket.pause();
      await vi.waitFor(async () => {
        const before = produced;
        await new Promise((resolve) => setTimeout(resolve, 100));
        expect(produced).toBe(before);
      });
      client.socket.resume();
      const [, ...notifications] = await client.receive(count + 2);
      expect(notifications.at(-1)).toMatchObject({ params: { done: true } });
      const numbers = notifications.slice(0, -1).map(({ params }) => {
        const { result } = params as { result: string };
        return Number.parseInt(result, 10);
      });
      expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index));
    },
  );
});
