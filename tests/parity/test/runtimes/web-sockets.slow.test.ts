import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import type { Serving } from '../servers/server.js';
import { installRuntimes, runtimes, type ServerModule, serveOn } from './runtimes.js';

const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-web-sockets-'));
beforeAll(() => installRuntimes(folder), 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

const module: ServerModule = {
  adapter: 'core/fetch',
  code: `import { webSocketServer } from '@jsonrpc-kit/core/fetch/websocket';
    import { api } from './api.js';
    export default webSocketServer(api);`,
  listensOnPort: false,
};

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads members of any message
type Received = any;

/** The client's end of a connection. */
class Client {
  readonly received: Received[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<readonly [code: number, reason: string]>;
  #wake = (): void => undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      // Without another `binaryType`, each message is one buffer.
      this.received.push(JSON.parse((data as Buffer).toString()));
      this.#wake();
    });
    socket.on('error', () => undefined);
    this.closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)]);
    onTestFinished(() => socket.terminate());
  }

  send(message: unknown): this {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return this;
  }

  async receive(count: number): Promise<readonly Received[]> {
    while (this.received.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.received;
  }
}

describe.each(runtimes)('connections on $name', (runtime) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serveOn(runtime, folder, { app: 'streaming-app', module });
  }, 60_000);
  afterAll(() => serving.close());
  beforeEach(() => control('clearEvents'));

  async function connect(options: ClientOptions = {}): Promise<Client> {
    const client = new Client(new WebSocket(`ws://127.0.0.1:${serving.port}/rpc`, options));
    await once(client.socket, 'open');
    return client;
  }

  async function control(method: string): Promise<Received> {
    const response = await fetch(`http://127.0.0.1:${serving.port}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: call(method),
    });
    const { result } = (await response.json()) as { readonly result: Received };
    return result;
  }

  const expectRecorded = (...expected: readonly string[]): Promise<void> =>
    vi.waitFor(
      async () => {
        // The connection of the previous test may be closed late.
        const isExpected = (event: string): boolean =>
          event !== 'session closed' || expected.includes(event);
        const events: readonly string[] = await control('events');
        expect(events.filter(isExpected)).toEqual(expected);
      },
      { timeout: 5_000 },
    );

  async function statusOf(path: string, options: ClientOptions): Promise<number | undefined> {
    const socket = new WebSocket(`ws://127.0.0.1:${serving.port}${path}`, options);
    socket.on('error', () => undefined);
    const [, response] = await once(socket, 'unexpected-response');
    return response.statusCode as number;
  }

  test('respond to calls and batches, and to binary messages with ParseError', async () => {
    const client = await connect();
    client.send(call('echo', { value: 'ü' }, 1));
    await client.receive(1);
    client.send([
      { jsonrpc: '2.0', id: 2, method: 'echo', params: { value: 2 } },
      { jsonrpc: '2.0', method: 'echo', params: { value: 3 } },
    ]);
    await client.receive(2);
    client.socket.send(Buffer.from('{}'));
    expect(await client.receive(3)).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'ü' },
      [{ jsonrpc: '2.0', id: 2, result: 2 }],
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } },
    ]);
    expect((await fetch(`http://127.0.0.1:${serving.port}/rpc`)).status).toBe(405);
  });

  test('read the headers of the upgrade, and close their dependencies once', async () => {
    const client = await connect({ headers: { cookie: 'user=ann' } });
    const [response] = await client.send(call('whoAmI')).receive(1);
    expect(response.result.user).toBe('ann');
    client.socket.close();
    await client.closed;
    await expectRecorded('session closed');
  });

  test('are rejected by their dependencies, for a foreign origin, and at other paths', async () => {
    expect(await statusOf('/rpc', { headers: { cookie: 'user=nobody' } })).toBe(401);
    expect(await statusOf('/rpc', { origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf('/elsewhere', {})).toBe(404);
    const client = await connect({ origin: `http://127.0.0.1:${serving.port}` });
    expect(await client.send(call('echo', { value: 1 })).receive(1)).toHaveLength(1);
  });

  test('send the events of subscriptions, and stop when the client unsubscribes', async () => {
    const client = await connect();
    const [response, ...events] = await client.send(call('count.subscribe')).receive(5);
    const subscription = response.result as string;
    expect(events.map(({ params }) => params as unknown)).toEqual([
      { subscription, result: 1 },
      { subscription, result: 2 },
      { subscription, result: 3 },
      { subscription, done: true },
    ]);
    const [{ result }] = (await client.send(call('forever.subscribe')).receive(7)).slice(5);
    client.send(call('forever.unsubscribe', { subscription: result }));
    expect((await client.receive(8))[7].result).toBe(true);
    await expectRecorded('teardown');
  });

  test('end their subscriptions and calls when the client disconnects', async () => {
    const client = await connect();
    client.send(call('wait', {}, 1)).send(call('forever.subscribe', {}, 2));
    await client.receive(2);
    client.socket.terminate();
    // The connection of the test before may close late.
    const events = async (): Promise<readonly string[]> => {
      const all: readonly string[] = await control('events');
      return [...new Set(all)].toSorted();
    };
    await vi.waitFor(
      async () =>
        expect(await events()).toEqual(['aborted', 'session closed', 'teardown', 'waiting']),
      { timeout: 5_000 },
    );
  });

  test('cancel a call by a message', async () => {
    const client = await connect();
    client.send(call('wait', {}, 'a'));
    await expectRecorded('waiting');
    client.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'a' } });
    expect((await client.receive(1))[0]).toMatchObject({ id: 'a', error: { code: -32800 } });
  });

  test('are closed by a method with its code and reason, and by a message that is too big', async () => {
    const client = await connect();
    client.send(call('leave'));
    expect(await client.closed).toEqual([4001, 'Bye']);
    expect(client.received).toMatchObject([{ result: null }]);
    const other = await connect();
    other.send(call('echo', { value: 'x'.repeat(10_001) }));
    const [code] = await other.closed;
    expect([1006, 1009]).toContain(code);
    expect(other.received).toEqual([]);
  });

  test("are closed when too many messages have no response, because reading can't pause", async () => {
    const client = await connect();
    for (let count = 0; count < 2_000; count += 1) client.send(call('nap', {}, count));
    const [code] = await client.closed;
    // 1006 if the runtime closed the socket before it has read all messages.
    expect([1006, 1008]).toContain(code);
    expect(client.received.length).toBeLessThan(2_000);
  });

  test('are closed when their credential expires, also after others are closed', async () => {
    const first = await connect();
    const second = await connect();
    first.socket.close();
    await first.closed;
    second.send(call('forever.subscribe', {}, 1)).send(call('expireSoon', {}, 2));
    expect(await second.closed).toEqual([4401, 'Unauthorized']);
    expect(second.received.at(-1).params.error.code).toBe(-32013);
  });

  // workerd doesn't report what a client has received.
  const reporting = [runtime].filter(({ name }) => name !== 'workerd');
  test.each(reporting)(
    'produce no more events on $name while the client reads nothing, and are closed after sendTimeout',
    async () => {
      const client = await connect();
      client.socket.pause();
      client.send(call('flood.subscribe'));
      await vi.waitFor(async () => expect(await control('events')).toContain('teardown'), {
        timeout: 15_000,
      });
      const produced = Number(/\d+/.exec((await control('events'))[0])?.[0]);
      expect(produced).toBeLessThan(512);
    },
  );

  test('an event stream over HTTP sends the events, and ends when the client disconnects', async () => {
    const headers = { accept: 'text/event-stream' };
    const client = new RawClient(serving.port);
    client.send(post('/rpc', call('count.subscribe'), headers));
    const { body } = await client.response();
    expect(body.match(/"result":\d|"done":true/g)).toEqual([
      '"result":1',
      '"result":2',
      '"result":3',
      '"done":true',
    ]);
    const other = new RawClient(serving.port);
    other.send(post('/rpc', call('forever.subscribe'), headers));
    await new Promise((resolve) => other.socket.once('data', resolve));
    other.socket[runtime.disconnect]();
    await expectRecorded('teardown');
  });
});
