import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gate, memoryLogger, notification, request } from '../../test/in-process.js';
import { connect, MemoryClient, type Received, upgrade } from '../../test/memory-socket.js';
import {
  Api,
  backgroundTasks,
  connection,
  cookie,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  header,
  HttpError,
  httpRequest,
  httpResponse,
  resource,
  signal,
  transactionDependency,
  Unauthorized,
} from '../index.js';
import type { ConnectionOptions } from '../types.js';

const never = new Promise<never>(() => undefined);

class Closed extends defineError({ code: 6001, message: 'Closed' }) {}

function serve(rpc: Entrypoint, connections: ConnectionOptions = {}) {
  const logger = memoryLogger();
  const api = new Api({ logger, connections }).bindEntrypoint(rpc);
  return { api, log: logger.entries };
}

async function respondedTo(client: MemoryClient, message: unknown): Promise<Received> {
  const before = client.received.length;
  client.request(message);
  return (await client.receive(before + 1))[before];
}

function echo(): Entrypoint {
  const rpc = new Entrypoint('/rpc');
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
  return rpc;
}

const isString = (value: unknown): value is string => typeof value === 'string';

afterEach(() => void vi.useRealTimers());

describe('a message on a connection', () => {
  test('gets its response, or an array for a batch, or nothing for notifications', async () => {
    const client = await connect(serve(echo()).api);
    client.request({ jsonrpc: '2.0', id: 1, method: 'echo', params: { value: 'a' } });
    client.request([
      { jsonrpc: '2.0', id: 2, method: 'echo', params: { value: 'b' } },
      { jsonrpc: '2.0', id: 3, method: 'nothing' },
    ]);
    client.request(notification('echo', { value: 'c' }));
    client.request({ jsonrpc: '2.0', id: 4, method: 'echo', params: { value: 'd' } });
    expect(await client.receive(3)).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'a' },
      [
        { jsonrpc: '2.0', id: 2, result: 'b' },
        { jsonrpc: '2.0', id: 3, error: { code: -32601, message: 'Method not found' } },
      ],
      { jsonrpc: '2.0', id: 4, result: 'd' },
    ]);
  });

  test('is ParseError if it is binary or not JSON, and InvalidRequest if its id is null', async () => {
    const client = await connect(serve(echo()).api);
    client.sendText(undefined);
    client.sendText('{');
    client.request({ jsonrpc: '2.0', id: null, method: 'net_version', params: [] });
    client.sendText('[]');
    const received = await client.receive(4);
    expect(received.map(({ id }) => id as unknown)).toEqual([null, null, null, null]);
    const codes = received.map(({ error }) => error.code as number).toSorted((a, b) => a - b);
    expect(codes).toEqual([-32700, -32700, -32600, -32600]);
  });

  test('is responded to as its calls end, not in the order of the messages', async () => {
    const rpc = echo();
    const { promise, open } = gate();
    rpc.method('wait', {}, () => promise);
    const client = await connect(serve(rpc).api);
    client.request(request('wait'));
    const first = await respondedTo(client, request('echo', { value: 1 }));
    expect(first.result).toBe(1);
    open();
    expect((await client.receive(2))[1].result).toBe(null);
  });

  test('reads the headers and the address of the upgrade, and ignores response headers', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method(
      'who',
      {
        args: {
          peer: connection,
          name: header(v.string()),
          http: httpRequest,
          response: httpResponse,
        },
      },
      ({ peer, name, http, response }) => {
        response.headers.set('x', 'y');
        return {
          name,
          address: peer?.address,
          path: http.path,
          open: peer?.openedAt instanceof Date,
        };
      },
    );
    const client = await connect(serve(rpc).api, { headers: { name: 'me' } });
    expect((await respondedTo(client, request('who'))).result).toEqual({
      name: 'me',
      address: '192.0.2.1',
      path: '/rpc',
      open: true,
    });
  });

  test('keeps an HttpError and Unauthorized to their call, with their status as data', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('gone', {}, () => {
      throw new HttpError(410, 'moved');
    });
    rpc.method('secret', {}, () => {
      throw new Unauthorized();
    });
    const { api, log } = serve(rpc);
    const client = await connect(api);
    expect((await respondedTo(client, request('gone'))).error).toEqual({
      code: -32000,
      message: 'Gone',
      data: { status: 410, detail: 'moved' },
    });
    expect((await respondedTo(client, request('secret'))).error.code).toBe(-32013);
    expect(log).toEqual([]);
  });

  test('runs its background tasks when the response has been sent', async () => {
    const rpc = new Entrypoint('/rpc');
    const ran = gate<number>();
    let client: MemoryClient | undefined;
    rpc.method('later', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => ran.open(client?.received.length ?? 0));
    });
    client = await connect(serve(rpc).api);
    client.request(request('later'));
    expect(await ran.promise).toBe(1);
  });

  test('fires the signal of its calls when the client disconnects', async () => {
    const rpc = new Entrypoint('/rpc');
    const [started, aborted] = [gate(), gate<unknown>()];
    rpc.method('wait', { args: { signal } }, async ({ signal: own }) => {
      started.open();
      own.addEventListener('abort', () => aborted.open(own.reason));
      await aborted.promise;
    });
    const client = await connect(serve(rpc).api);
    client.request(request('wait'));
    await started.promise;
    client.disconnect();
    expect(await aborted.promise).toMatchObject({ message: 'The client disconnected' });
  });
});

describe('$/cancelRequest', () => {
  function cancel(id: unknown): object {
    return notification('$/cancelRequest', { id });
  }

  async function serveCalls() {
    const rpc = new Entrypoint('/rpc', { concurrency: 2 });
    const started = gate();
    rpc.method('wait', { args: { signal } }, ({ signal: own }) => {
      started.open();
      return new Promise((_, reject) => own.addEventListener('abort', () => reject(own.reason)));
    });
    rpc.method('node', { args: { signal } }, ({ signal: own }) => {
      return new Promise((_, reject) => {
        own.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      });
    });
    rpc.method('ignore', { args: { signal } }, ({ signal: own }) => {
      return new Promise((resolve) => own.addEventListener('abort', () => resolve('done anyway')));
    });
    rpc.method('own', { args: { signal } }, ({ signal: own }) => {
      return new Promise((_, reject) => own.addEventListener('abort', () => reject(new Closed())));
    });
    const { api, log } = serve(rpc);
    return { client: await connect(api), api, log, started };
  }

  test.each<[string, object]>([
    ['wait', { error: { code: -32800, message: 'Request cancelled' } }],
    ['node', { error: { code: -32800, message: 'Request cancelled' } }],
    ['ignore', { result: 'done anyway' }],
    ['own', { error: { code: 6001, message: 'Closed' } }],
  ])('the method %s responds with the outcome of its handler', async (method, outcome) => {
    const { client, log } = await serveCalls();
    client.request({ jsonrpc: '2.0', id: 'a', method });
    client.request(cancel('a'));
    expect((await client.receive(1))[0]).toEqual({ jsonrpc: '2.0', id: 'a', ...outcome });
    expect(log).toEqual([]);
  });

  test('cancels a call that waits for a slot, which then never runs', async () => {
    const { client } = await serveCalls();
    for (const id of [1, 2, 3]) client.request({ jsonrpc: '2.0', id, method: 'wait' });
    client.request(cancel(3));
    client.request(cancel(1));
    const received = await client.receive(2);
    expect(received.map(({ id }) => id as number).toSorted((a, b) => a - b)).toEqual([1, 3]);
    expect(received.every(({ error }) => error.code === -32800)).toBe(true);
  });

  test.each<[string, Pick<EntrypointOptions, 'batch' | 'messageDependencies'>]>([
    ['whose dependencies wait for its slot', { messageDependencies: [dependency({}, () => 1)] }],
    [
      'of an entrypoint with atomic batches',
      {
        batch: 'atomic',
        messageDependencies: [
          transactionDependency({}, (_args, run) => run('tx'), {
            executor: () => ({ executeSql: async () => ({ rows: [] }) }),
          }),
        ],
      },
    ],
  ])('cancels a call %s', async (_, options) => {
    const rpc = new Entrypoint('/rpc', { concurrency: 1, ...options });
    const started = gate();
    rpc.method('wait', { args: { signal } }, ({ signal: own }) => {
      started.open();
      return new Promise((_resolve, reject) =>
        own.addEventListener('abort', () => reject(own.reason)),
      );
    });
    const { api, log } = serve(rpc);
    const client = await connect(api);
    client.request({ jsonrpc: '2.0', id: 1, method: 'wait' });
    await started.promise;
    client.request(cancel(1));
    expect(await client.receive(1)).toMatchObject([{ id: 1, error: { code: -32800 } }]);
    expect(log).toEqual([]);
  });

  test.each<[string, (ready: Promise<unknown>) => EntrypointOptions]>([
    [
      'whose dependencies are being resolved',
      (ready) => ({ messageDependencies: [dependency({}, () => ready)] }),
    ],
    [
      'whose request is being validated',
      (ready) => {
        const isReady = v.checkAsync<{}>(async () => (await ready) === undefined);
        return { requestSchema: v.pipeAsync(v.looseObject({}), isReady) };
      },
    ],
    ['that follows a running one in its batch', () => ({ batchOrder: 'sequential' })],
    [
      'that follows a running one in its atomic batch',
      () => ({
        batch: 'atomic',
        messageDependencies: [
          transactionDependency({}, (_args, run) => run('tx'), {
            executor: () => ({ executeSql: async () => ({ rows: [] }) }),
          }),
        ],
      }),
    ],
  ])('cancels a call %s, which then never runs', async (_, optionsOf) => {
    const ready = gate();
    const rpc = new Entrypoint('/rpc', optionsOf(ready.promise));
    const run = vi.fn<() => null>(() => null);
    rpc.method('wait', {}, () => ready.promise);
    rpc.method('run', {}, run);
    const { api, log } = serve(rpc);
    const client = await connect(api);
    const call = { jsonrpc: '2.0', id: 2, method: 'run' };
    client.request([{ jsonrpc: '2.0', id: 1, method: 'wait' }, call]);
    client.request(cancel(2));
    // Messages are read in order, on a busy machine in a later turn. This one needs no dependencies.
    client.sendChunk(['{']);
    expect(await client.receive(1)).toMatchObject([{ error: { code: -32700 } }]);
    ready.open();
    expect((await client.receive(2))[1][1]).toMatchObject({ id: 2, error: { code: -32800 } });
    expect(run).not.toHaveBeenCalled();
    expect(await respondedTo(client, call)).toMatchObject({ id: 2, result: null });
    expect(log).toEqual([]);
  });

  test('ignores 10,000 unknown and malformed ids, in messages and batches, without a line in the log', async () => {
    const { client, log } = await serveCalls();
    for (let index = 0; index < 10_000; index += 1) client.request(cancel(index));
    for (const id of [null, {}, undefined]) client.request(cancel(id));
    client.request({ jsonrpc: '2.0', method: '$/cancelRequest' });
    client.request([cancel(1), { jsonrpc: '2.0', id: 7, method: 'nothing' }]);
    expect((await client.receive(1))[0]).toMatchObject([{ id: 7, error: { code: -32601 } }]);
    expect(client.received).toHaveLength(1);
    expect(log).toEqual([]);
  });
});

describe('the limits of a connection', () => {
  test('80,000 tiny messages in one chunk are all responded to, and block nothing for long', async () => {
    const rpc = new Entrypoint('/rpc', { maxWaiting: Infinity });
    rpc.method('echo', {}, () => null);
    const { api } = serve(rpc);
    const client = await connect(api);
    const other = await connect(api);
    const texts = Array.from({ length: 80_000 }, (_, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'echo' }),
    );
    const turns: number[] = [];
    let last = performance.now();
    let isDone = false;
    const measure = (): void => {
      const now = performance.now();
      turns.push(now - last);
      last = now;
      if (!isDone) setImmediate(measure);
    };
    client.sendChunk(texts);
    last = performance.now();
    setImmediate(measure);
    other.request(request('echo'));
    await other.receive(1);
    const whenOtherResponded = client.received.length;
    await client.receive(80_000);
    isDone = true;
    expect(whenOtherResponded).toBeLessThan(40_000);
    expect(turns.toSorted((a, b) => a - b)[Math.floor(turns.length * 0.9)]).toBeLessThan(40);
  });

  test('messages are not read while too many are unfinished', async () => {
    const rpc = new Entrypoint('/rpc');
    const { promise, open } = gate();
    rpc.method('wait', {}, () => promise);
    const { api } = serve(rpc, { maxWaitingMessages: 5 });
    const client = await connect(api);
    for (let id = 0; id < 20; id += 1) client.request({ jsonrpc: '2.0', id, method: 'wait' });
    expect(client.unread).toBe(14);
    open();
    await client.receive(20);
    expect(client.unread).toBe(0);
  });

  test('the bytes of unfinished messages are limited, and count into maxHeldBytes while they wait', async () => {
    const rpc = echo();
    const { promise, open } = gate();
    rpc.method('wait', { args: { value: v.unknown() } }, () => promise);
    const client = await connect(serve(rpc, { maxWaitingBytes: 10_000 }).api);
    const value = 'x'.repeat(4_000);
    for (let id = 0; id < 5; id += 1) {
      client.request({ jsonrpc: '2.0', id, method: 'wait', params: { value } });
    }
    expect(client.unread).toBe(2);
    open();
    await client.receive(5);
  });

  test('a runtime that cannot pause closes the connection with 1008', async () => {
    const rpc = new Entrypoint('/rpc');
    const { promise, open } = gate();
    rpc.method('wait', {}, () => promise);
    const client = await connect(serve(rpc, { maxWaitingMessages: 2 }).api, { canPause: false });
    for (let id = 0; id < 3; id += 1) client.request({ jsonrpc: '2.0', id, method: 'wait' });
    open();
    await client.whenClosed();
    expect(client.closedWith).toMatchObject({ code: 1008 });
  });

  test('messages are not read while the client does not read its responses', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('large', {}, () => 'x'.repeat(100_000));
    const client = await connect(serve(rpc, { maxBufferedBytes: 250_000 }).api);
    client.stopReading();
    for (let id = 0; id < 20; id += 1) {
      client.request({ jsonrpc: '2.0', id, method: 'large' });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(client.bufferedBytes).toBeLessThan(450_000);
    expect(client.unread).toBeGreaterThan(10);
    client.read();
    await client.receive(20);
  });

  test('responses count in maxHeldBytes until they are read; the one unread longest is closed', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('large', {}, () => 'x'.repeat(100_000));
    const api = new Api({ maxHeldBytes: 250_000 }).bindEntrypoint(rpc);
    const call = async (): Promise<MemoryClient> => {
      const client = await connect(api);
      client.stopReading();
      client.request(request('large'));
      await vi.waitFor(() => expect(client.bufferedBytes).toBeGreaterThan(100_000));
      return client;
    };
    const [first, second] = [await call(), await call()];
    expect(first.closedWith).toBeUndefined();
    const third = await call();
    expect(first.closedWith).toBe('terminated');
    // What is read or belongs to a client that has left no longer counts.
    second.read();
    third.disconnect();
    const [fourth, fifth] = [await call(), await call()];
    expect([second, fourth, fifth].map(({ closedWith }) => closedWith)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('subscriptions are limited for each connection and for the api', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('events', {}, async function* () {
      yield 1;
      await never;
    });
    const limits = { maxSubscriptionsPerConnection: 2, maxSubscriptions: 3 };
    const { api } = serve(rpc, limits);
    const [first, second] = [await connect(api), await connect(api)];
    const subscribe = async (client: MemoryClient): Promise<unknown> => {
      const { id, ...call } = request('events.subscribe');
      client.request({ id, ...call });
      await vi.waitFor(() => expect(client.received.some((one) => one.id === id)).toBe(true));
      const { error } = client.received.find((one) => one.id === id);
      return error?.code ?? 'accepted';
    };
    expect([await subscribe(first), await subscribe(first), await subscribe(first)]).toEqual([
      'accepted',
      'accepted',
      -32005,
    ]);
    expect([await subscribe(second), await subscribe(second)]).toEqual(['accepted', -32005]);
    first.disconnect();
    expect(await subscribe(second)).toBe('accepted');
  });

  test('a flood of calls that subscribe and unsubscribe opens no more than the limit, and keeps nothing', async () => {
    let open = 0;
    const opened = dependency({}, function* () {
      open += 1;
      yield 'open';
      open -= 1;
    });
    const rpc = echo();
    rpc.subscription('events', { args: { opened } }, async function* () {
      yield await never;
    });
    const { api, log } = serve(rpc, { maxSubscriptionsPerConnection: 10 });
    const client = await connect(api);
    const other = await connect(api);
    const unknown = { subscription: 'x'.repeat(32) };
    for (let count = 0; count < 2_000; count += 1) {
      client.request(request('events.subscribe'));
      client.request(request('events.unsubscribe', unknown));
    }
    expect((await respondedTo(other, request('echo', { value: 1 }))).result).toBe(1);
    const received = await client.receive(4_000);
    const ids = received.map(({ result }) => result as unknown).filter(isString);
    expect(received.filter(({ result }) => result === false)).toHaveLength(2_000);
    expect(received.filter(({ error }) => error?.code === -32005)).toHaveLength(1_990);
    expect([ids.length, open]).toEqual([10, 10]);
    for (const subscription of ids) client.request(request('events.unsubscribe', { subscription }));
    await client.receive(4_010);
    await vi.waitFor(() => expect(open).toBe(0), 3_000);
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('an invalid option is rejected, and its name is in the message', () => {
    expect(() => new Api({ connections: { maxConnections: 0 } })).toThrow('maxConnections');
    expect(() => new Api({ connections: { allowedOrigins: ['bank.example'] } })).toThrow('origin');
    expect(() => new Api({ connections: { max: 1 } as never })).toThrow('unknown option "max"');
  });
});

describe('the keepalive of a connection', () => {
  const TIMES = { pingInterval: 30_000, pongTimeout: 20_000 };

  async function connectWithFakeTimers(rpc = echo()) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
    const { api } = serve(rpc, TIMES);
    return { api, client: await connect(api) };
  }

  test('pings a silent client, and keeps one that responds', async () => {
    const { client } = await connectWithFakeTimers();
    vi.advanceTimersByTime(29_000);
    expect(client.pings).toBe(0);
    vi.advanceTimersByTime(71_000);
    expect(client.pings).toBe(3);
    expect(client.closedWith).toBe(undefined);
  });

  test('terminates a client that is silent after a ping, and runs the teardowns', async () => {
    const events: string[] = [];
    const session = dependency({}, function* () {
      yield 1;
      events.push('closed');
    });
    const { client } = await connectWithFakeTimers(
      new Entrypoint('/rpc', { connectionDependencies: [session] }),
    );
    client.isResponsive = false;
    vi.advanceTimersByTime(49_000);
    expect(client.closedWith).toBe(undefined);
    vi.advanceTimersByTime(3_000);
    expect(client.closedWith).toBe('terminated');
    await vi.waitFor(() => expect(events).toEqual(['closed']));
  });

  test('any message is a sign of life', async () => {
    const { client } = await connectWithFakeTimers();
    client.isResponsive = false;
    for (let seconds = 0; seconds < 200; seconds += 10) {
      vi.advanceTimersByTime(10_000);
      client.request(notification('echo', { value: 1 }));
    }
    expect(client.pings).toBe(0);
    expect(client.closedWith).toBe(undefined);
  });

  test('terminates a client that reads nothing for sendTimeout, although it sends', async () => {
    const { client } = await connectWithFakeTimers();
    client.stopReading();
    for (let seconds = 0; seconds <= 62 && client.closedWith === undefined; seconds += 1) {
      client.request(notification('echo', { value: 1 }));
      client.request(request('echo', { value: 1 }));
      await new Promise((resolve) => setImmediate(resolve));
      vi.advanceTimersByTime(1_000);
    }
    expect(client.closedWith).toBe('terminated');
  });
});

describe('the end of a connection', () => {
  test('api.close() sends last words after the response with the id of the subscription', async () => {
    const [started, finish] = [gate(), gate()];
    const rpc = new Entrypoint('/rpc');
    rpc.method('slow', {}, () => {
      started.open();
      return finish.promise;
    });
    rpc.subscription('ticks', {}, async function* () {
      yield await never;
    });
    const { api } = serve(rpc);
    const client = await connect(api);
    client.request([
      { jsonrpc: '2.0', id: 1, method: 'ticks.subscribe' },
      { jsonrpc: '2.0', id: 2, method: 'slow' },
    ]);
    await started.promise;
    const closed = api.close();
    finish.open();
    const [response, last] = await client.receive(2);
    expect(response).toHaveLength(2);
    expect(last.params).toMatchObject({ subscription: response[0].result, error: {} });
    await closed;
  });

  test.each(['the first subscription', 'another subscription'])(
    'api.close() rejects %s of a connection with 503 if it is not accepted yet',
    async (which) => {
      const rpc = new Entrypoint('/rpc');
      const { promise, open } = gate();
      const started = gate();
      const slow = dependency({}, () => {
        started.open();
        return promise;
      });
      const idle: AsyncIterable<number> = {
        [Symbol.asyncIterator]: () => ({
          next: () => never,
          return: async () => ({ done: true, value: undefined }),
        }),
      };
      rpc.subscription('ticks', { args: { slow } }, () => idle);
      rpc.subscription('others', {}, () => idle);
      const { api, log } = serve(rpc);
      const client = await connect(api);
      if (which === 'another subscription') {
        client.request(request('others.subscribe'));
        await client.receive(1);
      }
      client.request({ ...request('ticks.subscribe'), id: 'late' });
      // On a busy event loop, the message waits for a later turn.
      await started.promise;
      const closed = api.close();
      open();
      await closed;
      expect(client.received.find(({ id }) => id === 'late')).toMatchObject({
        error: { code: -32000, message: 'Service Unavailable', data: { status: 503 } },
      });
      expect(log).toEqual([]);
    },
  );

  test('api.close() sends last words, lets calls finish, closes with 1012, and waits for it', async () => {
    const rpc = new Entrypoint('/rpc');
    const { promise, open } = gate<string>();
    rpc.method('wait', {}, () => promise);
    rpc.subscription('events', {}, async function* () {
      yield 1;
      await never;
    });
    const { api } = serve(rpc);
    const clients: MemoryClient[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      const client = await connect(api);
      client.request(request('events.subscribe'));
      clients.push(client);
    }
    const [first] = clients;
    await Promise.all(clients.map((client) => client.receive(2)));
    first?.request(request('wait'));
    const closed = api.close();
    first?.request(request('events.subscribe'));
    open('finished');
    await closed;
    expect(first?.received.slice(2)).toMatchObject([
      { params: { error: { code: -32000, data: { status: 503 } } } },
      { result: 'finished' },
    ]);
    for (const client of clients) {
      expect(client.closedWith).toEqual({ code: 1012, reason: 'Service restart' });
      expect(client.received[2].params.error.code).toBe(-32000);
    }
  });

  test.each(['before', 'after'])(
    'api.close() does not wait for a call that its client cancels right %s it',
    async (order) => {
      const rpc = new Entrypoint('/rpc');
      const started = gate();
      rpc.method('wait', { args: { signal } }, ({ signal: own }) => {
        started.open();
        return new Promise((_, reject) => own.addEventListener('abort', () => reject(own.reason)));
      });
      const { api, log } = serve(rpc);
      const client = await connect(api);
      client.request({ jsonrpc: '2.0', id: 'a', method: 'wait' });
      await started.promise;
      if (order === 'after') void api.close();
      // So many that the last one waits for its turn.
      const messages = Array.from({ length: 300 }, () => request('nothing'));
      messages.push(notification('$/cancelRequest', { id: 'a' }));
      client.sendChunk(messages.map((message) => JSON.stringify(message)));
      await api.close();
      expect(client.received.at(-1)).toMatchObject({ id: 'a', error: { code: -32800 } });
      expect(client.closedWith).toMatchObject({ code: 1012 });
      expect(log).toEqual([]);
    },
  );

  test('a connection that waits for its last calls reads no long message', async () => {
    const rpc = new Entrypoint('/rpc');
    const started = [gate(), gate()];
    rpc.method('wait', { args: { index: v.number(), signal } }, ({ index, signal: own }) => {
      started[index]?.open();
      return new Promise((_, reject) => own.addEventListener('abort', () => reject(own.reason)));
    });
    const { api } = serve(rpc);
    const client = await connect(api);
    client.request(
      [0, 1].map((index) => ({ jsonrpc: '2.0', id: index, method: 'wait', params: { index } })),
    );
    await Promise.all(started.map(({ promise }) => promise));
    const closed = api.close();
    const cancellation = (id: number, more = ''): string =>
      JSON.stringify(notification('$/cancelRequest', { id, more }));
    client.sendChunk([cancellation(0, 'x'.repeat(1_024)), cancellation(1)]);
    const responses = (): readonly unknown[] => client.received.flat();
    await new Promise(setImmediate);
    expect(responses()).toEqual([]);
    client.sendChunk([cancellation(0)]);
    await closed;
    expect(responses()).toMatchObject([{ error: { code: -32800 } }, { error: { code: -32800 } }]);
  });

  test('api.close() terminates a client that does not finish the closing handshake', async () => {
    const { api } = serve(echo(), { pingInterval: 100 });
    const client = await connect(api);
    client.isResponsive = false;
    await api.close();
    expect(client.closedWith).toMatchObject({ code: 1012 });
    expect((await upgrade(api))?.kind).toBe('rejected');
  });

  test('an expired credential ends subscriptions with Unauthorized, and closes with 4401', async () => {
    const credential = dependency({ connection }, ({ connection: own }) => {
      own?.expireAt(Date.now() + 50);
      return 1;
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [credential] });
    rpc.subscription('events', {}, async function* () {
      yield 1;
      await never;
    });
    const { api } = serve(rpc, { pingInterval: 100 });
    const client = await connect(api);
    client.request(request('events.subscribe'));
    const received = await client.receive(3);
    expect(received[2].params.error.code).toBe(-32013);
    await client.whenClosed();
    expect(client.closedWith).toEqual({ code: 4401, reason: 'Unauthorized' });
  });

  test('a credential that is revoked ends subscriptions at once, and the connection after running calls', async () => {
    let revoke = (): void => undefined;
    const work = gate();
    const own = dependency({ connection }, ({ connection: info }) => {
      revoke = () => info?.expireAt(Date.now());
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [own] });
    rpc.subscription('events', {}, async function* () {
      await never;
      yield 1;
    });
    rpc.method('work', {}, () => work.promise);
    rpc.method('echo', {}, () => 'echo');
    const { api } = serve(rpc, { pingInterval: 3_600_000 });
    const client = await connect(api);
    client.request(request('events.subscribe'));
    client.request(request('work'));
    await client.receive(1);
    revoke();
    client.request(request('echo'));
    work.open();
    await client.whenClosed();
    expect(client.received).toMatchObject([
      { result: expect.any(String) as string },
      { params: { error: { code: -32013 } } },
      { result: null },
    ]);
    expect(client.closedWith).toEqual({ code: 4401, reason: 'Unauthorized' });
  });

  test('a credential that has expired before the connection is open closes it', async () => {
    const expired = dependency({ connection }, ({ connection: own }) => own?.expireAt(0));
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [expired] });
    const client = await connect(serve(rpc, { pingInterval: 3_600_000 }).api);
    await client.whenClosed();
    expect(client.closedWith).toEqual({ code: 4401, reason: 'Unauthorized' });
  });

  test('a method closes its connection after its response', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('bye', { args: { connection } }, ({ connection: own }) => {
      expect(() => own?.close(1001)).toThrow('the code must be');
      expect(() => own?.close(4000, 'x'.repeat(124))).toThrow('at most 123 bytes');
      expect(() => own?.expireAt(new Date('soon'))).toThrow('must be a Date or a number');
      own?.close(4000, 'bye');
      return 'bye';
    });
    const client = await connect(serve(rpc).api);
    client.request(request('bye'));
    await client.whenClosed();
    expect(client.received[0].result).toBe('bye');
    expect(client.closedWith).toEqual({ code: 4000, reason: 'bye' });
  });
});

describe('an upgrade', () => {
  test.each<[string, string | undefined, number | 'accepted']>([
    ['no origin', undefined, 'accepted'],
    ['the origin of the host', 'https://bank.example', 'accepted'],
    ['an allowed origin', 'https://app.example', 'accepted'],
    ['a foreign origin', 'https://evil.example', 403],
    ['an origin that ends like the host', 'https://not-bank.example', 403],
    ['the origin of a file', 'null', 403],
  ])('with %s is %s: %s', async (_, origin, expected) => {
    const { api } = serve(echo(), { allowedOrigins: ['https://app.example'] });
    const headers = { host: 'bank.example', ...(origin === undefined ? {} : { origin }) };
    const decision = await upgrade(api, { headers });
    expect(decision?.kind === 'rejected' ? decision.response.status : decision?.kind).toBe(
      expected,
    );
  });

  test('is rejected for another host, beyond maxConnections, and while the api closes', async () => {
    const api = new Api({ allowedHosts: ['bank.example'], connections: { maxConnections: 1 } });
    api.bindEntrypoint(echo());
    const status = async (host: string): Promise<unknown> => {
      const decision = await upgrade(api, { headers: { host } });
      return decision?.kind === 'rejected' ? decision.response.status : decision?.kind;
    };
    expect(await status('evil.example')).toBe(421);
    const client = await connect(api, { headers: { host: 'bank.example' } });
    expect(await status('bank.example')).toBe(503);
    client.disconnect();
    expect(await status('bank.example')).toBe('accepted');
    void api.close();
    expect(await status('bank.example')).toBe(503);
    expect(await upgrade(api, { path: '/other' })).toBe(undefined);
  });

  test('resolves connectionDependencies once, for all calls, until the connection is closed', async () => {
    const events: string[] = [];
    const session = dependency({ token: header(v.string()) }, async function* ({ token }) {
      events.push(`open ${token}`);
      yield { user: token };
      events.push(`close ${token}`);
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
    rpc.method('who', { args: { session } }, ({ session: { user } }) => user);
    const { api } = serve(rpc);
    const client = await connect(api, { headers: { token: 'ann' } });
    expect((await respondedTo(client, request('who'))).result).toBe('ann');
    expect((await respondedTo(client, request('who'))).result).toBe('ann');
    expect(events).toEqual(['open ann']);
    client.disconnect();
    await vi.waitFor(() => expect(events).toEqual(['open ann', 'close ann']));
  });

  test('is torn down before api.close() closes the resources that its dependencies use', async () => {
    const events: string[] = [];
    const pool = resource<string>('pool');
    const session = dependency({ pool }, async function* () {
      yield 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push('session closed');
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
    rpc.method('who', { args: { session } }, () => 'ann');
    const { api } = serve(rpc);
    api.provide(pool, { open: () => 'open', close: () => void events.push('pool closed') });
    await connect(api);
    await api.close();
    expect(events).toEqual(['session closed', 'pool closed']);
  });

  test.each(['notification', 'handler that has timed out', 'background task', 'teardown'])(
    'has dependencies that stay open after a disconnect until a %s has ended',
    async (name) => {
      const events: string[] = [];
      const { promise, open } = gate();
      const session = dependency({}, function* () {
        yield 1;
        events.push('session closed');
      });
      const used = dependency({ session }, async function* () {
        yield 1;
        await promise;
        events.push('teardown');
      });
      const use = async (): Promise<void> => {
        await promise;
        events.push(name);
      };
      const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
      rpc.method('notification', { args: { session } }, use);
      rpc.method('handler that has timed out', { args: { session }, timeout: 5 }, use);
      rpc.method('background task', { args: { session, tasks: backgroundTasks } }, ({ tasks }) => {
        tasks.add(use);
      });
      rpc.method('teardown', { args: { used } }, () => 1);
      const { api } = serve(rpc);
      const client = await connect(api);
      if (name === 'notification') client.request(notification(name));
      else await respondedTo(client, request(name));
      client.disconnect();
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(events).toEqual([]);
      open();
      await api.close();
      expect(events).toEqual([name, 'session closed']);
    },
  );

  test('has dependencies that are closed after the subscriptions that use them', async () => {
    const events: string[] = [];
    const session = dependency({}, function* () {
      yield 1;
      events.push('session closed');
    });
    const lock = dependency({ session }, async function* () {
      yield 1;
      await Promise.resolve();
      events.push('lock closed');
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
    rpc.subscription('ticks', { args: { lock, signal } }, async function* ({ signal: aborted }) {
      try {
        yield 1;
        await new Promise((resolve) => aborted.addEventListener('abort', resolve));
      } finally {
        events.push('iterable ended');
      }
    });
    const { api } = serve(rpc);
    const client = await connect(api);
    client.request(request('ticks.subscribe'));
    await client.receive(2);
    client.disconnect();
    await api.close();
    expect(events).toEqual(['iterable ended', 'lock closed', 'session closed']);
  });

  test('has dependencies that read the upgrade, and whose tasks run when it is closed', async () => {
    const events: unknown[] = [];
    const region = resource<string>('region');
    const session = dependency(
      {
        id: cookie(v.string(), { alias: 'session' }),
        http: httpRequest,
        response: httpResponse,
        abort: signal,
        tasks: backgroundTasks,
        region,
      },
      function* ({ http, response, abort, tasks, ...read }) {
        response.headers.set('x', 'ignored');
        tasks.add(() => void events.push('task'));
        yield { ...read, path: http.path, isAborted: () => abort.aborted };
        events.push({ isAborted: abort.aborted });
        throw new Error('not closed');
      },
      { teardown: 'before-response' },
    );
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
    rpc.method('read', { args: { session } }, ({ session: { isAborted, ...read } }) => ({
      ...read,
      isAborted: isAborted(),
    }));
    const { api, log } = serve(rpc);
    const client = await connect(api.provide(region, 'eu'), { headers: { cookie: 'session=1' } });
    expect((await respondedTo(client, request('read'))).result).toEqual({
      id: '1',
      path: '/rpc',
      region: 'eu',
      isAborted: false,
    });
    client.disconnect();
    await vi.waitFor(() => expect(events).toEqual([{ isAborted: true }, 'task']));
    expect(log).toMatchObject([{ level: 'error', message: 'Teardown failed' }]);
  });

  test.each<[string, unknown, number]>([
    ['an HttpError', new HttpError(402), 402],
    ['Unauthorized', new Unauthorized(), 401],
    ['a typed error', new Closed(), 403],
    ['anything else', new Error('secret'), 500],
  ])('whose dependency throws %s is rejected, and closes the others', async (_, thrown, status) => {
    const events: string[] = [];
    const outer = dependency({}, function* () {
      try {
        yield 1;
      } catch {
        events.push('failed');
      }
    });
    const inner = dependency({ outer }, () => {
      throw thrown as Error;
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [inner] });
    const { api, log } = serve(rpc, { maxConnections: 1 });
    for (let index = 0; index < 2; index += 1) {
      const decision = await upgrade(api);
      expect(decision?.kind === 'rejected' && decision.response.status).toBe(status);
    }
    expect(events).toEqual(['failed', 'failed']);
    expect(log).toHaveLength(status === 500 ? 2 : 0);
  });

  test('without a header that a dependency needs is rejected with the problem', async () => {
    const session = dependency({ token: header(v.string()) }, ({ token }) => token);
    const { api } = serve(new Entrypoint('/rpc', { connectionDependencies: [session] }));
    const decision = await upgrade(api);
    expect(decision?.kind === 'rejected' && decision.response).toMatchObject({ status: 400 });
  });

  test('whose dependency takes too long is rejected, and closed when it ends', async () => {
    const events: string[] = [];
    const { promise, open } = gate();
    const slow = dependency({}, async function* () {
      await promise;
      try {
        yield 1;
      } finally {
        events.push('closed');
      }
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [slow], timeout: 20 });
    const { api } = serve(rpc);
    const decision = await upgrade(api);
    expect(decision?.kind === 'rejected' && decision.response.status).toBe(503);
    open();
    await api.close();
    expect(events).toEqual(['closed']);
  });

  test('whose dependency is resolved while the api closes is rejected, and closes it', async () => {
    const events: string[] = [];
    const { promise, open } = gate();
    const session = dependency({}, async function* () {
      await promise;
      yield 1;
      events.push('closed');
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
    const { api } = serve(rpc);
    const deciding = upgrade(api);
    const closed = api.close();
    open();
    const decision = await deciding;
    expect(decision?.kind === 'rejected' && decision.response.status).toBe(503);
    await closed;
    expect(events).toEqual(['closed']);
  });

  test('has dependencies whose background tasks run if it is rejected, and take no room of others until it is closed', async () => {
    const events: string[] = [];
    const audit = dependency(
      { tasks: backgroundTasks, user: header(v.string()) },
      ({ tasks, user }) => {
        tasks.add(() => void events.push(user));
        if (user === 'eve') throw new HttpError(403);
      },
    );
    const rpc = new Entrypoint('/rpc', {
      connectionDependencies: [audit],
      backgroundTasks: { maxWaiting: 1 },
    });
    rpc.method('ping', {}, () => 'pong');
    const { api } = serve(rpc);
    expect((await upgrade(api, { headers: { user: 'eve' } }))?.kind).toBe('rejected');
    await vi.waitFor(() => expect(events).toEqual(['eve']));
    const client = await connect(api, { headers: { user: 'ann' } });
    expect((await respondedTo(client, request('ping'))).result).toBe('pong');
    client.disconnect();
    await vi.waitFor(() => expect(events).toEqual(['eve', 'ann']));
  });

  test('that is resolved while the api closes is torn down before its resources are closed', async () => {
    const events: string[] = [];
    const { promise, open } = gate();
    const pool = resource<string>('pool');
    const session = dependency({ pool }, async function* () {
      await promise;
      yield 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push('session closed');
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
    rpc.method('who', { args: { session } }, () => 'ann');
    const { api } = serve(rpc);
    api.provide(pool, { open: () => 'open', close: () => void events.push('pool closed') });
    const deciding = upgrade(api);
    const closed = api.close();
    open();
    expect((await deciding)?.kind).toBe('rejected');
    await closed;
    expect(events).toEqual(['session closed', 'pool closed']);
  });

  test('that the runtime opens after api.close() has begun is closed with 1012', async () => {
    const { api } = serve(echo());
    const decision = await upgrade(api);
    const closed = api.close();
    const first = await Promise.race([closed, new Promise((wake) => setTimeout(wake, 20, 'time'))]);
    expect(first).toBe('time');
    const client = new MemoryClient(true);
    if (decision?.kind === 'accepted') client.attach(decision.open(client));
    await closed;
    expect(client.closedWith).toEqual({ code: 1012, reason: 'Service restart' });
  });

  test('that the runtime cancels closes its dependencies and frees its room', async () => {
    const events: string[] = [];
    const session = dependency({}, function* () {
      yield 1;
      events.push('closed');
    });
    const rpc = new Entrypoint('/rpc', { connectionDependencies: [session] });
    const { api } = serve(rpc, { maxConnections: 1 });
    for (let index = 0; index < 2; index += 1) {
      const decision = await upgrade(api);
      if (decision?.kind === 'accepted') decision.cancel();
    }
    await vi.waitFor(() => expect(events).toEqual(['closed', 'closed']));
  });

  test('rejects at declaration a dependency that reads a JSON-RPC parameter', () => {
    const account = dependency({ id: v.string() }, ({ id }) => id);
    const options = { connectionDependencies: [account as never] };
    expect(() => new Entrypoint('/rpc', options)).toThrow('but runs once per connection');
  });
});
