import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Api, connection, Entrypoint } from '../index.js';
import { type BunWebSocket, webSocketServer } from '../fetch-websocket.js';

// Slow tests in tests/parity run the server on the real runtimes.

let api: Api;
beforeEach(() => {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 200 } });
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
  rpc.method(
    'address',
    { args: { connection } },
    ({ connection: own }) => own?.address ?? 'unknown',
  );
  rpc.subscription('flood', {}, async function* () {
    for (;;) yield 'x'.repeat(1_000);
  });
  api = new Api({ connections: { maxBufferedBytes: 10_000 } }).bindEntrypoint(rpc);
});
afterEach(() => vi.unstubAllGlobals());

function upgrade(path = '/rpc', headers: Readonly<Record<string, string>> = {}): Request {
  const all = { connection: 'upgrade', upgrade: 'websocket', ...headers };
  return new Request(`http://localhost${path}`, { headers: all });
}

function call(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

/** A client that is connected to a server of Bun. Keeps what it hasn't read. */
async function connectToBun() {
  const { fetch, websocket } = webSocketServer(api);
  const received: string[] = [];
  let buffered = 0;
  let closed: unknown;
  let data: BunWebSocket['data'] | undefined;
  const server = {
    requestIP: () => ({ address: '192.0.2.7' }),
    upgrade: (_: Request, options: { readonly data: unknown }) => {
      // The type of the data is known only to the handlers.
      data = options.data as BunWebSocket['data'];
      return true;
    },
  };
  await fetch(upgrade(), server);
  if (data === undefined) throw new Error('The connection was not opened');
  const socket: BunWebSocket = {
    data,
    send: (text) => {
      received.push(text);
      buffered += text.length;
    },
    getBufferedAmount: () => buffered,
    ping: () => undefined,
    close: (code, reason) => {
      closed = [code, reason];
    },
    terminate: () => undefined,
  };
  websocket.open(socket);
  return {
    received,
    closedWith: () => closed,
    send: (message: string | Uint8Array) => websocket.message(socket, message),
    read: () => {
      buffered = 0;
      websocket.drain(socket);
    },
    disconnect: () => websocket.close(socket),
  };
}

describe("a connection on Bun's server", () => {
  test('responds to messages, and knows the address of the client', async () => {
    const client = await connectToBun();
    client.send(call('address'));
    client.send(new Uint8Array([1]));
    await vi.waitFor(() => expect(client.received).toHaveLength(2));
    expect(client.received[0]).toContain('"result":"192.0.2.7"');
    expect(client.received[1]).toContain('-32700');
  });

  test('is closed by a message with more bytes than the entrypoint accepts', async () => {
    const client = await connectToBun();
    client.send(call('echo', { value: 'ä'.repeat(100) }));
    expect(client.closedWith()).toEqual([1009, 'The message is too big']);
  });

  test('sends no more events until the client has read them', async () => {
    const client = await connectToBun();
    client.send(call('flood.subscribe'));
    const expectReceived = (count: number): Promise<void> =>
      vi.waitFor(() => expect(client.received).toHaveLength(count));
    await expectReceived(10);
    client.read();
    await expectReceived(20);
    client.disconnect();
    await api.close();
  });
});

test.each([
  ['a runtime without WebSocket', upgrade(), undefined, 501],
  ['a server of Bun that rejects it', upgrade(), { upgrade: () => false }, 501],
  ['a foreign origin', upgrade('/rpc', { origin: 'https://evil.example' }), undefined, 403],
  ['another path', upgrade('/elsewhere'), undefined, 404],
  ['a request without an upgrade', new Request('http://localhost/rpc'), undefined, 405],
])('%s gets the response of HTTP', async (_, request, context, status) => {
  const { fetch } = webSocketServer(api);
  expect((await fetch(request, context ?? {})).status).toBe(status);
});
