import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Api, connection, Entrypoint } from '../index.js';
import { webSocketServer } from '../fetch-websocket.js';

// Here a server of Node opens the connections as `Deno.upgradeWebSocket()` does: the sockets of `ws` have
// the standard interface. Slow tests in tests/parity run the server on Deno and Workers themselves.

const EVENT = 'x'.repeat(64 * 1_024);
const EVENTS = 200;
const MAX_BUFFERED = 1_048_576;

/** What Deno passes to its handler. */
const denoInfo = { remoteAddr: { hostname: '192.0.2.7' }, completed: Promise.resolve() };

const accepted = new WebSocketServer({ noServer: true });
const upgrades = new WeakMap<Request, readonly [IncomingMessage, Duplex, Buffer]>();
let serverSocket: WebSocket | undefined;
let api: Api;
/** The subscriptions that have ended. */
let ended = 0;
/** The most bytes that the server held for a client. */
let buffered = 0;
let url: string;

function upgradeWebSocket(request: Request): { socket: unknown; response: Response } {
  const upgrade = upgrades.get(request);
  if (upgrade === undefined) throw new TypeError('The request is not an upgrade');
  accepted.handleUpgrade(...upgrade, (socket) => {
    serverSocket = socket;
  });
  return { socket: serverSocket, response: new Response(null) };
}

beforeEach(async () => {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 200 } });
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
  rpc.method('address', { args: { connection } }, ({ connection: own }) => own?.address ?? null);
  rpc.subscription('large', { args: { count: v.number() } }, async function* ({ count }) {
    try {
      for (let event = 0; event < count; event += 1) {
        buffered = Math.max(buffered, serverSocket?.bufferedAmount ?? 0);
        yield EVENT;
      }
    } finally {
      ended += 1;
    }
  });
  api = new Api({ connections: { maxBufferedBytes: MAX_BUFFERED } }).bindEntrypoint(rpc);
  [ended, buffered] = [0, 0];

  vi.stubGlobal('Deno', { upgradeWebSocket });
  const { fetch } = webSocketServer(api);
  const server = createServer();
  server.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
    const request = new Request(`http://localhost${String(message.url)}`, {
      headers: headers as [string, string][],
    });
    upgrades.set(request, [message, socket, head]);
    void fetch(request, denoInfo);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
  onTestFinished(() => {
    server.close();
  });
});
afterEach(async () => {
  await api.close();
  vi.unstubAllGlobals();
});

async function connect() {
  const socket = new WebSocket(url);
  const received: string[] = [];
  socket.on('message', (data) => received.push((data as Buffer).toString()));
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return { socket, received };
}

function call(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

test('a connection responds to messages, and knows the address of the client', async () => {
  const { socket, received } = await connect();
  socket.send(call('address'));
  socket.send(new Uint8Array([1]));
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(received[0]).toContain('"result":"192.0.2.7"');
  expect(received[1]).toContain('-32700');
});

test('a message with more bytes than the entrypoint accepts closes the connection', async () => {
  const { socket } = await connect();
  socket.send(call('echo', { value: 'ä'.repeat(100) }));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1009);
});

test('a client that reads slowly gets all events, and is not sent more than it reads', async () => {
  const { socket, received } = await connect();
  socket.pause();
  socket.send(call('large.subscribe', { count: EVENTS }));
  // The kernel holds some megabytes before anything stays in the process.
  await vi.waitFor(() => expect(buffered).toBeGreaterThan(0));
  socket.resume();
  // The response, the events, and the end.
  await vi.waitFor(() => expect(received).toHaveLength(EVENTS + 2), { timeout: 10_000 });
  expect(received.at(-1)).toContain('"done":true');
  expect(buffered).toBeLessThanOrEqual(MAX_BUFFERED + 2 * EVENT.length);
});

test('the subscriptions of a client that disconnects end', async () => {
  const { socket } = await connect();
  socket.pause();
  socket.send(call('large.subscribe', { count: Number.MAX_SAFE_INTEGER }));
  await vi.waitFor(() => expect(buffered).toBeGreaterThan(0));
  socket.terminate();
  await vi.waitFor(() => expect(ended).toBe(1));
});

test('the code of a shutdown lets clients connect again', async () => {
  const { socket } = await connect();
  const closed = once(socket, 'close');
  await api.close();
  expect((await closed)[0]).toBe(1012);
});
