import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, postJson, serve } from '../../test/call.js';
import { gate, memoryLogger } from '../../test/in-process.js';
import { Api, dependency, Entrypoint, type EntrypointOptions, signal } from '../index.js';
import { rateLimit, type RateLimitResult } from '../rate-limit.js';
import { pQueueScheduler, type PQueueSchedulerOptions } from '../p-queue.js';

/** An api whose methods record their starts; `hold` waits for its gate. */
function serveRecording(options: EntrypointOptions) {
  const starts: string[] = [];
  const work = gate();
  const rpc = new Entrypoint('/rpc', options);
  rpc.method('hold', {}, async () => {
    starts.push('hold');
    await work.promise;
  });
  for (const name of ['low', 'high', 'other']) {
    rpc.method(name, {}, async () => {
      starts.push(name);
    });
  }
  const { api } = serve(rpc);
  return { api, starts, work };
}

/** Resolves after the microtasks and timers that are due. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('limits and priorities', () => {
  test('pQueueScheduler() runs at most `concurrency` calls at once, over all HTTP requests', async () => {
    const schedulerFactory = pQueueScheduler();
    const { api, starts, work } = serveRecording({ schedulerFactory, concurrency: 2 });
    const responses = [call(api, 'hold'), call(api, 'hold'), call(api, 'hold')];
    await settled();
    expect(starts).toEqual(['hold', 'hold']);
    work.open();
    await Promise.all(responses);
    expect(starts).toEqual(['hold', 'hold', 'hold']);
  });

  test('pQueueScheduler() lets HTTP requests take turns, so that a batch does not delay a single call', async () => {
    const schedulerFactory = pQueueScheduler();
    const { api, starts, work } = serveRecording({
      schedulerFactory,
      concurrency: 1,
    });
    const batch = postJson(
      api,
      ['hold', 'low', 'low'].map((method, id) => ({ jsonrpc: '2.0', id, method })),
    );
    const single = call(api, 'high');
    work.open();
    await Promise.all([batch, single]);
    expect(starts).toEqual(['hold', 'low', 'high', 'low']);
  });

  test('pQueueScheduler() starts the waiting calls of the highest priority first', async () => {
    const schedulerFactory = pQueueScheduler({ priorities: { high: 2, low: -1 } });
    const { api, starts, work } = serveRecording({
      schedulerFactory,
      concurrency: 1,
    });
    const names = ['hold', 'low', 'other', 'high', 'low', 'high'];
    const responses = names.map((name) => call(api, name));
    await settled();
    work.open();
    await Promise.all(responses);
    expect(starts).toEqual(['hold', 'high', 'high', 'other', 'low', 'low']);
  });

  test('pQueueScheduler() schedules the shared dependencies of an entrypoint', async () => {
    const user = dependency({}, async () => 'ann');
    const rpc = new Entrypoint('/rpc', {
      messageDependencies: [user],
      schedulerFactory: pQueueScheduler({ priorities: { who: 1 } }),
      concurrency: 1,
    });
    rpc.method('who', { args: { user } }, async (args) => args.user);
    const { api } = serve(rpc);
    const both = await Promise.all([call(api, 'who'), call(api, 'who')]);
    expect(both).toMatchObject([{ result: 'ann' }, { result: 'ann' }]);
  });

  test('pQueueScheduler() rejects calls beyond `maxWaiting` with LimitExceeded', async () => {
    const schedulerFactory = pQueueScheduler();
    const { api, work } = serveRecording({ schedulerFactory, concurrency: 1, maxWaiting: 1 });
    const running = [call(api, 'hold'), call(api, 'low')];
    await settled();
    expect(await call(api, 'high')).toMatchObject({ error: { code: -32005 } });
    work.open();
    expect(await Promise.all(running)).toMatchObject([{ result: null }, { result: null }]);
  });
});

describe('intervals', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] }));
  afterEach(() => void vi.useRealTimers());

  test('pQueueScheduler() starts at most `intervalCap` calls in an interval', async () => {
    const schedulerFactory = pQueueScheduler({ intervalCap: 2, interval: 500 });
    const { api, starts } = serveRecording({ schedulerFactory });
    const responses = Array.from({ length: 5 }, () => call(api, 'low'));
    await settled();
    expect(starts).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(499);
    expect(starts).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(starts).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(500);
    expect(starts).toHaveLength(5);
    await Promise.all(responses);
  });
});

describe('pausing', () => {
  test('a paused pQueueScheduler() starts no calls until it is resumed', async () => {
    const schedulerFactory = pQueueScheduler();
    const { api, starts } = serveRecording({ schedulerFactory });
    schedulerFactory.pause();
    expect(schedulerFactory.isPaused).toBe(true);
    const response = call(api, 'low');
    await settled();
    expect(starts).toEqual([]);
    schedulerFactory.resume();
    expect(schedulerFactory.isPaused).toBe(false);
    expect(await response).toMatchObject({ result: null });
  });

  test('a paused pQueueScheduler() pauses entrypoints that are bound later', async () => {
    const schedulerFactory = pQueueScheduler();
    schedulerFactory.pause();
    const { api, starts } = serveRecording({ schedulerFactory });
    const response = call(api, 'low');
    await settled();
    expect(starts).toEqual([]);
    schedulerFactory.resume();
    await response;
  });

  test('a paused pQueueScheduler() fails waiting calls with InternalError after the timeout of close()', async () => {
    const schedulerFactory = pQueueScheduler();
    const { api, starts } = serveRecording({ schedulerFactory });
    schedulerFactory.pause();
    const response = call(api, 'low');
    await settled();
    await api.close({ timeout: 0 });
    expect(await response).toMatchObject({ error: { code: -32603 } });
    expect(starts).toEqual([]);
  });
});

describe('calls that reach a paused pQueueScheduler() after the timeout of close()', () => {
  test('the rest of a sequential batch fails with InternalError', async () => {
    const schedulerFactory = pQueueScheduler();
    schedulerFactory.pause();
    const { api, starts } = serveRecording({ schedulerFactory, batchOrder: 'sequential' });
    const batch = ['low', 'high', 'other'].map((method, id) => ({ jsonrpc: '2.0', id, method }));
    const response = postJson(api, batch);
    await settled();
    await api.close({ timeout: 0 });
    const failed = { error: { code: -32603 } };
    expect((await response).json).toMatchObject([failed, failed, failed]);
    expect(starts).toEqual([]);
  });

  test('shared dependencies that wait for the rate limit fail with InternalError', async () => {
    const schedulerFactory = pQueueScheduler();
    schedulerFactory.pause();
    const charge = gate<RateLimitResult>();
    const store = { points: 2, duration: 1, consume: () => charge.promise };
    const { api, starts } = serveRecording({
      schedulerFactory,
      messageDependencies: [dependency({}, () => starts.push('dependency'))],
      rateLimit: rateLimit({ store, key: () => 'client' }),
    });
    const response = call(api, 'low');
    await settled();
    const closed = api.close({ timeout: 0 });
    await settled();
    charge.open({ consumedPoints: 1, remainingPoints: 1, msBeforeNext: 1000 });
    expect(await response).toMatchObject({ error: { code: -32603 } });
    await closed;
    expect(starts).toEqual([]);
  });
});

test('close() continues and logs the error if flush() of a scheduler throws', async () => {
  const logger = memoryLogger();
  const err = new Error('no flush');
  const rpc = new Entrypoint('/rpc', {
    schedulerFactory: () => ({
      add: (task) => task(),
      size: 0,
      flush: () => {
        throw err;
      },
    }),
  });
  rpc.method('hold', { args: { signal } }, (args) => once(args.signal, 'abort'));
  const api = new Api({ logger }).bindEntrypoint(rpc);
  const response = call(api, 'hold');
  await api.close({ timeout: 0 });
  await response;
  expect(logger.entries).toContainEqual(
    expect.objectContaining({ message: 'Scheduler failed', details: { err } }),
  );
});

test.each<[PQueueSchedulerOptions, string]>([
  [{ intervalCap: 0 }, 'pQueueScheduler(): intervalCap must be a positive integer, not 0'],
  [{ interval: 1.5 }, 'pQueueScheduler(): interval must be a positive integer, not 1.5'],
  [
    { priorities: { withdraw: Number.NaN } },
    'pQueueScheduler(): priorities must be an object with a finite number for each method, not an object. Write { withdraw: 1 }.',
  ],
])('pQueueScheduler(%j) throws an error with the reason', (options, message) => {
  expect(() => pQueueScheduler(options)).toThrow(message);
});
