import { adapterApi } from '../adapter.js';
import fc from 'fast-check';
import * as v from 'valibot';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import { Api, dependency, Entrypoint, signal, type JsonRpcMiddleware } from '../index.js';

let events: string[];
let logger: ReturnType<typeof memoryLogger>;
let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  v1 = new Entrypoint('/rpc');
  api = new Api({ logger }).bindEntrypoint(v1);
});

describe('close()', () => {
  test('closes the api at the end of `await using`', async () => {
    const started = gate();
    {
      await using disposed: Api = new Api().onClosed(() => {
        events.push('closed');
        started.open();
      });
      expect(disposed.isShuttingDown).toBe(false);
    }
    await started.promise;
    expect(events).toEqual(['closed']);
  });

  test('lets running calls finish, and responds to new ones with 503', async () => {
    const work = gate<string>();
    v1.method('run', {}, () => work.promise);
    const running = post(api, '/rpc', request('run'));
    const closed = api.close().then(() => events.push('closed'));
    const { status, json } = await post(api, '/rpc', request('run'));
    expect([status, json]).toEqual([503, { detail: 'Service Unavailable' }]);
    expect(events).toEqual([]);
    work.open('done');
    expect((await running).json).toMatchObject({ result: 'done' });
    await closed;
  });

  test('lets calls finish that are waiting for the scheduler', async () => {
    const narrow = new Entrypoint('/narrow', { concurrency: 1 });
    const work = gate<string>();
    narrow.method('run', {}, () => work.promise);
    api.bindEntrypoint(narrow);
    const running = post(api, '/narrow', [request('run'), request('run'), notification('run')]);
    const closed = api.close();
    work.open('done');
    await closed;
    expect((await running).json).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    expect(logger.entries).toEqual([]);
  });

  test('close() waits for the teardowns of a response that is being sent', async () => {
    const db = dependency({}, function* () {
      yield 1;
      events.push('torn down');
    });
    v1.method('run', { args: { db } }, () => null);
    const { markSent } = await post(api, '/rpc', request('run'));
    const closed = api.close().then(() => events.push('closed'));
    markSent();
    await closed;
    expect(events).toEqual(['torn down', 'closed']);
  });

  test('close() waits for the teardown of a shared dependency that runs before the response', async () => {
    const commit = gate();
    const session = dependency(
      {},
      async function* () {
        yield 1;
        await commit.promise;
        events.push('committed');
      },
      { teardown: 'before-response' },
    );
    const shared = new Entrypoint('/shared', { messageDependencies: [session] });
    shared.method('run', {}, () => null);
    api.bindEntrypoint(shared);
    const running = post(api, '/shared', request('run'));
    const closed = api.close().then(() => events.push('closed'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(events).toEqual([]);
    commit.open();
    await closed;
    expect(events).toEqual(['committed', 'closed']);
    expect((await running).json).toMatchObject({ result: null });
  });

  test('close() waits for a handler that keeps running after the timeout of its call', async () => {
    const work = gate();
    v1.method('run', { timeout: 1 }, () => work.promise.then(() => events.push('handler ended')));
    const { json } = await post(api, '/rpc', request('run'));
    expect(json).toMatchObject({ error: { message: 'Request timed out' } });
    const closed = api.close().then(() => events.push('closed'));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(events).toEqual([]);
    work.open();
    await closed;
    expect(events).toEqual(['handler ended', 'closed']);
  });

  test('rejects a call whose body arrives after close()', async () => {
    const body = gate();
    const response = adapterApi(api).handle({
      verb: 'POST',
      path: '/rpc',
      header: (name) => (name === 'content-type' ? 'application/json' : undefined),
      readBody: () => body.promise.then(() => ({ kind: 'text', text: '{}' }) as const),
      signal: new AbortController().signal,
      native: undefined,
    });
    await api.close();
    body.open();
    expect(await response).toMatchObject({ status: 503 });
  });

  test.each([0, 1])(
    'close() logs the name of a handler that goes on after its time limit, with %d middlewares',
    async (count) => {
      const middleware: JsonRpcMiddleware = (_, next) => next();
      const middlewares = Array.from({ length: count }, () => middleware);
      v1.method('hang', { timeout: 5, middlewares }, () => new Promise<never>(() => undefined));
      await post(api, '/rpc', request('hang'));
      await api.close({ timeout: 0, abortTimeout: 0 });
      expect(logger.entries[0]).toMatchObject({ details: { calls: 1, names: ['hang'] } });
    },
  );

  test('aborts running calls after the timeout of close(), and lets them roll back', async () => {
    const tx = dependency({}, async function* () {
      try {
        yield 1;
      } catch (error) {
        await Promise.resolve();
        events.push(`rolled back: ${(error as Error).message}`);
        throw error;
      }
    });
    v1.method('run', { args: { tx, signal } }, ({ signal: own }) => {
      return new Promise<never>((_, reject) => {
        own.addEventListener('abort', () => reject(own.reason as Error));
      });
    });
    const running = post(api, '/rpc', request('run'));
    await api.close({ timeout: 5 });
    expect((await running).json).toMatchObject({ error: { code: -32603 } });
    expect(events).toEqual(['rolled back: The server is shutting down']);
    expect(logger.entries).toMatchObject([
      { message: 'Shutdown timed out; aborting calls', details: { calls: 1, names: ['run'] } },
    ]);
  });

  test('names at most ten methods that it aborts, and the dependencies that calls wait for', async () => {
    const hang = (own: AbortSignal): Promise<void> =>
      new Promise((resolve) => own.addEventListener('abort', () => resolve()));
    const names = Array.from({ length: 12 }, (_, index) => `hold${index}`);
    for (const name of names) v1.method(name, { args: { signal } }, (args) => hang(args.signal));
    const calls = [...names, 'hold0'].map((name) => post(api, '/rpc', request(name)));
    const lookup = dependency({ signal }, (args) => hang(args.signal));
    const users = new Entrypoint('/users', { messageDependencies: [lookup] });
    users.method('list', {}, () => []);
    const other = new Api({ logger }).bindEntrypoint(users);
    calls.push(post(other, '/users', request('list')));
    const slow = new Entrypoint('/slow', {
      middlewares: [(ctx, next) => hang(ctx.signal).then(next)],
    });
    const unknown = new Api({ logger }).bindEntrypoint(slow);
    calls.push(post(unknown, '/slow', request('made/up')));
    for (const each of [api, other, unknown]) await each.close({ timeout: 1 });
    await Promise.all(calls);
    expect(logger.entries.map(({ details }) => details)).toEqual([
      { calls: 13, names: names.slice(0, 10) },
      { calls: 1, names: ['messageDependencies of /users'] },
      { calls: 1, names: ['an unknown method'] },
    ]);
  });

  test('aborts only the calls that are still running, regardless of the order in which others finished', async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5]);
    await fc.assert(
      fc.asyncProperty(order, async (ended) => {
        const log = memoryLogger();
        const aborted: number[] = [];
        const ends = new Map<number, () => void>();
        const rpc = new Entrypoint('/rpc');
        rpc.method('hold', { args: { place: v.number(), signal } }, ({ place, signal: own }) => {
          return new Promise<void>((resolve) => {
            ends.set(place, resolve);
            own.addEventListener('abort', () => {
              aborted.push(place);
              resolve();
            });
          });
        });
        const closing = new Api({ logger: log }).bindEntrypoint(rpc);
        const responses = Array.from({ length: 6 }, (_, place) =>
          post(closing, '/rpc', { ...request('hold'), params: { place } }),
        );
        for (const place of ended) {
          ends.get(place)?.();
          await responses[place];
        }
        await closing.close({ timeout: 1 });
        const left = [0, 1, 2, 3, 4, 5].filter((place) => !ended.includes(place));
        expect(aborted.toSorted((a, b) => a - b)).toEqual(left);
        const calls = log.entries.map(({ details }) => details['calls']);
        expect(calls).toEqual(left.length === 0 ? [] : [left.length]);
      }),
      { numRuns: 50 },
    );
  });

  test('does not start waiting calls once close() aborts', async () => {
    const narrow = new Entrypoint('/narrow', { concurrency: 1 });
    narrow.method('hold', { args: { signal } }, ({ signal: own }) => {
      return new Promise<string>((resolve) => {
        own.addEventListener('abort', () => resolve('aborted'));
      });
    });
    narrow.method('mark', {}, () => void events.push('ran'));
    api.bindEntrypoint(narrow);
    const batch = [request('hold'), request('mark'), notification('mark')];
    const running = post(api, '/narrow', batch);
    await api.close({ timeout: 5 });
    expect((await running).json).toMatchObject([
      { result: 'aborted' },
      { error: { code: -32603 } },
    ]);
    expect(events).toEqual([]);
    expect(logger.entries.map(({ message }) => message)).toEqual([
      'Shutdown timed out; aborting calls',
      'Notification dropped: the server is shutting down',
    ]);
  });

  test('logs the calls that ignore the abort of close()', async () => {
    v1.method('hang', {}, () => new Promise<never>(() => undefined));
    await post(api, '/rpc', notification('hang'));
    await api.close({ timeout: 5, abortTimeout: 5 });
    expect(logger.entries).toMatchObject([
      { message: 'Shutdown timed out; aborting calls', details: { calls: 1 } },
      { message: 'Closed while some work was still running' },
    ]);
  });

  test.each([Infinity, 2 ** 31, Number.MAX_VALUE])(
    'lets a call that takes half a minute finish when the timeout of close() is %d',
    async (timeout) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const work = gate<string>();
      const aborted: unknown[] = [];
      v1.method('run', { args: { signal } }, async (args) => {
        args.signal.addEventListener('abort', () => aborted.push(args.signal.reason));
        return work.promise;
      });
      const running = post(api, '/rpc', request('run'));
      const closed = api.close({ timeout });
      await vi.advanceTimersByTimeAsync(30_000);
      work.open('done');
      expect((await running).json).toMatchObject({ result: 'done' });
      await closed;
      expect(aborted).toEqual([]);
      expect(logger.entries).toEqual([]);
    },
  );

  test.each<[object, Error]>([
    [
      { timeout: NaN },
      new RangeError(
        'api.close(): timeout must be a number of milliseconds, 0 or more, not NaN. Write Infinity to wait without a limit.',
      ),
    ],
    [
      { abortTimeout: -1 },
      new RangeError(
        'api.close(): abortTimeout must be a number of milliseconds, 0 or more, not -1. Write Infinity to wait without a limit.',
      ),
    ],
    [{ timout: 5 }, new TypeError('api.close(): unknown option "timout". Did you mean "timeout"?')],
  ])('close() throws for %o and leaves the api open', (options, error) => {
    expect(() => api.close(options)).toThrow(error);
    expect(api.isShuttingDown).toBe(false);
  });

  test('runs the onClosed() callbacks after the last call, in reverse order', async () => {
    const work = gate<string>();
    v1.method('run', {}, () => work.promise);
    api.onClosed(() => events.push('database'));
    api.onClosed(() => Promise.reject(new Error('stuck')));
    api.onClosed(async () => {
      await Promise.resolve();
      events.push('pool');
    });
    const running = post(api, '/rpc', request('run'));
    const closed = api.close();
    expect(events).toEqual([]);
    work.open('done');
    await running;
    await closed;
    await api.close();
    expect(events).toEqual(['pool', 'database']);
    expect(logger.entries).toMatchObject([
      { details: { err: new Error('stuck') }, message: 'onClosed callback failed' },
    ]);
  });

  test('runs an onClosed() callback immediately if the api is already closed', async () => {
    await api.close();
    await new Promise<void>((resolve) => {
      api.onClosed(() => resolve());
    });
    expect(logger.entries).toEqual([]);
  });

  test('isShuttingDown is true once an adapter announces the shutdown, and calls still run', async () => {
    v1.method('ping', {}, () => 'pong');
    adapterApi(api).announceShutdown();
    expect(api.isShuttingDown).toBe(true);
    const { json } = await post(api, '/rpc', request('ping'));
    expect(json).toMatchObject({ result: 'pong' });
  });

  test('runs the onClosing() callbacks once, before running calls end, even if one throws', async () => {
    const work = gate<string>();
    v1.method('run', {}, () => work.promise);
    const host = adapterApi(api);
    host.onClosing(() => {
      throw new Error('closing failed');
    });
    host.onClosing(() => events.push('closing'));
    const running = post(api, '/rpc', request('run'));
    const closed = Promise.all([api.close(), api.close()]);
    expect(events).toEqual(['closing']);
    expect(logger.entries).toMatchObject([
      { message: 'onClosing callback failed', details: { err: { message: 'closing failed' } } },
    ]);
    work.open('done');
    await Promise.all([running, closed]);
    expect(events).toEqual(['closing']);
  });

  test('close() returns the same promise when it is called twice', async () => {
    expect(api.isShuttingDown).toBe(false);
    const first = api.close();
    expect(api.isShuttingDown).toBe(true);
    expect(api.close()).toBe(first);
    await first;
  });
});

describe('bindEntrypoint()', () => {
  test('rejects a second entrypoint with the same path', () => {
    expect(() => api.bindEntrypoint(new Entrypoint('/rpc/'))).toThrow(
      'the path /rpc is already in use',
    );
  });

  test('binds an entrypoint to several apis with separate state', async () => {
    v1.method('run', {}, () => 'done');
    const other = new Api().bindEntrypoint(v1);
    await api.close();
    expect((await post(other, '/rpc', request('run'))).json).toMatchObject({ result: 'done' });
  });

  test('serves methods that are declared after bindEntrypoint()', async () => {
    v1.method('late', {}, () => 'late');
    expect((await post(api, '/rpc', request('late'))).json).toMatchObject({ result: 'late' });
  });
});

test('an api has a default title and version, so that its schemas are valid', () => {
  expect(new Api()).toMatchObject({ title: 'JSON-RPC', version: '0.1.0', servers: [] });
});

test('warns when an api without entrypoints is mounted, because no method could be called', () => {
  adapterApi(api).takeMounts();
  expect(logger.entries).toEqual([]);
  adapterApi(new Api({ logger })).takeMounts();
  expect(logger.entries).toMatchObject([
    {
      level: 'warn',
      message: 'The mounted api has no entrypoint; call api.bindEntrypoint() before',
    },
  ]);
});
