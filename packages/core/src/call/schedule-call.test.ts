import { AsyncLocalStorage } from 'node:async_hooks';
import PQueue from 'p-queue';
import { beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  type Scheduler,
} from '../index.js';

let logger: ReturnType<typeof memoryLogger>;
let api: Api;

beforeEach(() => {
  logger = memoryLogger();
  api = new Api({ logger });
});

/** Binds an entrypoint whose method `hold` waits for the gate. */
function bindHolding(options: EntrypointOptions) {
  const work = gate<string>();
  const running = { now: 0, most: 0 };
  const v1 = new Entrypoint('/rpc', options);
  v1.method('hold', {}, async () => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await work.promise;
    running.now -= 1;
    return 'done';
  });
  v1.method('quick', {}, async () => 'quick');
  api.bindEntrypoint(v1);
  return { work, running, v1 };
}

const many = (count: number, make: () => unknown): unknown[] => Array.from({ length: count }, make);

describe('the scheduler of an entrypoint', () => {
  test('limits the running calls over all HTTP requests', async () => {
    const { work, running } = bindHolding({ concurrency: 3 });
    const responses = [
      post(
        api,
        '/rpc',
        many(4, () => request('hold')),
      ),
      post(api, '/rpc', request('hold')),
      post(
        api,
        '/rpc',
        many(2, () => request('hold')),
      ),
    ];
    work.open('now');
    const [batch, single] = await Promise.all(responses);
    expect(batch?.json).toHaveLength(4);
    expect(single?.json).toMatchObject({ result: 'done' });
    expect(running.most).toBe(3);
  });

  test('limits the running calls that have a timeout', async () => {
    const { work, running } = bindHolding({
      timeout: 60_000,
      concurrency: 3,
    });
    const batch = post(
      api,
      '/rpc',
      many(5, () => request('hold')),
    );
    work.open('now');
    expect((await batch).json).toHaveLength(5);
    expect(running.most).toBe(3);
  });

  test('counts a failed call as running until its dependencies are closed', async () => {
    const work = gate();
    const order: string[] = [];
    const connection = dependency({}, async function* () {
      try {
        yield;
      } finally {
        order.push('closing');
        await work.promise;
        order.push('closed');
      }
    });
    const v1 = new Entrypoint('/rpc', { concurrency: 1 });
    v1.method('fail', { args: { connection } }, () => {
      throw new Error('failed');
    });
    v1.method('next', {}, () => order.push('next'));
    api.bindEntrypoint(v1);
    const batch = post(api, '/rpc', [request('fail'), request('next')]);
    await expect.poll(() => order).toContain('closing');
    work.open();
    await batch;
    expect(order).toEqual(['closing', 'closed', 'next']);
  });

  test('counts notifications among the running calls', async () => {
    const { work, running } = bindHolding({ concurrency: 2 });
    await post(
      api,
      '/rpc',
      many(5, () => notification('hold')),
    );
    work.open('now');
    await api.close();
    expect(running.most).toBe(2);
  });

  test('each entrypoint has its own scheduler', async () => {
    const { work } = bindHolding({ concurrency: 1 });
    const other = new Entrypoint('/other', { concurrency: 1 });
    other.method('quick', {}, async () => 'quick');
    api.bindEntrypoint(other);
    const waiting = post(api, '/rpc', request('hold'));
    expect((await post(api, '/other', request('quick'))).json).toMatchObject({ result: 'quick' });
    work.open('now');
    await waiting;
  });

  test('a batch of 1,000 slow calls does not delay the call of another client', async () => {
    const slow = new Entrypoint('/slow', { concurrency: 10 });
    let done = 0;
    slow.method('slow', {}, async () => {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      done += 1;
    });
    slow.method('quick', {}, async () => done);
    api.bindEntrypoint(slow);
    const batch = post(
      api,
      '/slow',
      many(1000, () => request('slow')),
    );
    const { json } = await post(api, '/slow', request('quick'));
    expect((json as { result: number }).result).toBeLessThan(50);
    expect((await batch).json).toHaveLength(1000);
    expect(done).toBe(1000);
  });

  test('responds to calls over maxWaiting with LimitExceeded, and runs the others', async () => {
    const { work } = bindHolding({ concurrency: 1, maxWaiting: 2 });
    const response = post(
      api,
      '/rpc',
      many(5, () => request('hold')),
    );
    work.open('now');
    const rejected = { error: { code: -32005, message: 'Limit exceeded' } };
    expect((await response).json).toMatchObject([
      { result: 'done' },
      { result: 'done' },
      { result: 'done' },
      rejected,
      rejected,
    ]);
    expect(logger.entries).toEqual([]);
    expect((await post(api, '/rpc', request('quick'))).json).toMatchObject({ result: 'quick' });
  });

  test('logs a notification that it drops over maxWaiting', async () => {
    const { work } = bindHolding({ concurrency: 1, maxWaiting: 1 });
    const response = post(api, '/rpc', [...many(2, () => request('hold')), notification('quick')]);
    work.open('now');
    await response;
    expect(logger.entries).toEqual([
      {
        level: 'warn',
        details: { method: 'quick' },
        message: 'Notification dropped: too many calls are waiting',
      },
    ]);
  });

  test('accepts a p-queue as the scheduler', async () => {
    const queue = new PQueue({ concurrency: 2 });
    const { work, running } = bindHolding({ schedulerFactory: () => queue });
    const response = post(
      api,
      '/rpc',
      many(5, () => request('hold')),
    );
    work.open('now');
    expect((await response).json).toHaveLength(5);
    expect(running.most).toBe(2);
  });

  test.each([
    ['the default scheduler', {}],
    ['a p-queue', { schedulerFactory: () => new PQueue({ concurrency: 1 }) }],
  ])(
    'a call that has waited runs in the async context of its HTTP request: %s',
    async (_, options) => {
      const users = new AsyncLocalStorage<string>();
      const narrow = new Entrypoint('/flow', { concurrency: 1, ...options });
      narrow.method('user', {}, async () => {
        await Promise.resolve();
        return users.getStore();
      });
      api.bindEntrypoint(narrow);
      const names = ['alice', 'bob', 'carol'];
      const responses = await Promise.all(
        names.map((name) => users.run(name, () => post(api, '/flow', request('user')))),
      );
      expect(responses.map(({ json }) => (json as { result: unknown }).result)).toEqual(names);
    },
  );

  test('schedulerFactory receives concurrency and maxWaiting with their defaults', () => {
    const seen: unknown[] = [];
    bindHolding({
      concurrency: 7,
      schedulerFactory: (options) => {
        seen.push(options);
        return new PQueue(options);
      },
    });
    expect(seen).toEqual([{ concurrency: 7, maxWaiting: 10_000 }]);
  });

  test('responds with InternalError and logs it when the scheduler rejects', async () => {
    const queue = new PQueue({ timeout: 5 });
    bindHolding({ schedulerFactory: () => queue });
    const { json } = await post(api, '/rpc', [request('hold'), request('quick')]);
    expect(json).toMatchObject([{ error: { code: -32603 } }, { result: 'quick' }]);
    expect(logger.entries).toMatchObject([{ message: 'Scheduler failed' }]);
  });

  test('logs the error of every call and notification when the scheduler throws', async () => {
    const add = (): never => {
      throw new Error('closed');
    };
    bindHolding({ schedulerFactory: () => ({ size: 0, add }) });
    const { json } = await post(api, '/rpc', [request('quick'), notification('quick')]);
    expect(json).toMatchObject([{ error: { code: -32603 } }]);
    expect(logger.entries).toMatchObject([
      { message: 'Scheduler failed', details: { method: 'quick' } },
      { message: 'Scheduler failed', details: { method: 'quick' } },
    ]);
  });

  test.each<[string, Scheduler['add']]>([
    ['returns nothing', (task) => void task() as never],
    ['resolves to nothing', async (task) => void (await task()) as never],
    [
      'runs it twice',
      (task) => {
        void task();
        return task();
      },
    ],
  ])('responds with the result when the scheduler runs the task and %s', async (_, add) => {
    bindHolding({ schedulerFactory: () => ({ size: 0, add }) });
    const { json } = await post(api, '/rpc', [request('quick'), notification('quick')]);
    expect(json).toMatchObject([{ result: 'quick' }]);
    expect(logger.entries).toEqual([]);
  });

  test('fails and logs calls and notifications whose task the scheduler never runs', async () => {
    bindHolding({ schedulerFactory: () => ({ size: 0, add: () => undefined as never }) });
    const { json } = await post(api, '/rpc', [request('quick'), notification('quick')]);
    expect(json).toMatchObject([{ error: { code: -32603 } }]);
    const entry = {
      message: 'Scheduler failed',
      details: { err: { message: 'The scheduler never ran the task of a call' } },
    };
    expect(logger.entries).toMatchObject([entry, entry]);
  });

  test('does not log a scheduler failure for a call that throws an HttpError', async () => {
    const { v1 } = bindHolding({ schedulerFactory: () => new PQueue() });
    v1.method('leave', {}, () => {
      throw new HttpError(410, 'Gone');
    });
    expect((await post(api, '/rpc', request('leave'))).status).toBe(410);
    expect(logger.entries).toEqual([]);
  });
});
