import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FakePgBoss, fakePgBoss } from '../../test/fake-pg-boss.js';
import { notification, post } from '../../test/notify.js';
import { queue, type QueueOptions, runJobs } from '../jobs.js';

const POLL_INTERVAL = 60_000;
const LOST_AFTER = 120_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens an api with a durable method whose jobs run until they are ended. */
async function openApi(options: QueueOptions = {}, boss: FakePgBoss = fakePgBoss()) {
  const running: (() => void)[] = [];
  let most = 0;
  const v1 = new Entrypoint('/rpc', { timeout: LOST_AFTER - 1 });
  const notifications = {
    queue: queue('emails', { lostAfter: LOST_AFTER, ...options }),
    ...(options.ordered === true && { orderBy: () => 'same' }),
  };
  v1.method('send', { notifications }, async () => {
    await new Promise<void>((resolve) => {
      running.push(resolve);
      most = Math.max(most, running.length);
    });
  });
  const log: string[] = [];
  const write = (details: { readonly err?: Error }, message: string): void =>
    void log.push(`${message}: ${details.err?.message}`);
  const api = new Api({ logger: { error: write, warn: write } }).bindEntrypoint(v1);
  const database = { executeSql: async () => ({ rows: [] }) };
  runJobs(api, { database, pgBoss: boss.module, pollInterval: POLL_INTERVAL });
  await api.open();
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const end of running) end();
    await api.close({ timeout: 0, abortTimeout: 0 });
  });
  /** Ends the oldest running job. */
  const end = async (): Promise<void> => {
    running.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Sends durable notifications. */
  const send = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await post(api, notification('send', {}));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { api, boss, running, end, send, log, most: () => most };
}

const states = ({ jobs }: FakePgBoss): string[] => jobs.map(({ state }) => state);
const fetched = ({ calls }: FakePgBoss): unknown[] =>
  calls.filter(([name]) => name === 'fetch').map(([, batchSize]) => batchSize);

/** Adds jobs without waking the worker, as another process does. */
function addElsewhere({ jobs }: FakePgBoss, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const data = { path: '/rpc', method: 'send' };
    const id = `other ${index}`;
    jobs.push({ id, queue: 'emails', data, state: 'created', retryCount: 0, retryLimit: 9 });
  }
}

test('a worker runs as many jobs as its queue allows, and the next one as soon as one ends', async () => {
  const { boss, running, end, send, most } = await openApi({ concurrency: 2 });
  await send(5);
  expect(running).toHaveLength(2);
  expect(states(boss)).toEqual(['active', 'active', 'created', 'created', 'created']);
  for (let ended = 0; ended < 5; ended += 1) await end();
  expect(states(boss)).toEqual(new Array(5).fill('completed'));
  expect(most()).toBe(2);
});

test('a worker fetches the jobs of other processes at its next poll, as many as it can run', async () => {
  const { boss, running } = await openApi({ concurrency: 3 });
  addElsewhere(boss, 4);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL - 1);
  expect(running).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(running).toHaveLength(3);
  expect(fetched(boss)).toEqual([3, 3]);
});

test('a worker fetches the jobs of an ordered queue one by one', async () => {
  const { boss } = await openApi({ concurrency: 3, ordered: true });
  addElsewhere(boss, 2);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL);
  expect(new Set(fetched(boss))).toEqual(new Set([1]));
});

test('a worker does not miss a job that is added while it fetches', async () => {
  const boss = fakePgBoss();
  let respond = (): void => undefined;
  const { running, send } = await openApi({}, boss);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL - 1);
  boss.replacements.fetch = async (run: () => unknown) => {
    const found = run();
    await new Promise<void>((resolve) => (respond = resolve));
    boss.replacements.fetch = undefined;
    return found;
  };
  await vi.advanceTimersByTimeAsync(1);
  await send(1);
  expect(running).toHaveLength(0);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(running).toHaveLength(1);
});

test('a worker logs that a fetch fails, and tries again at the next poll', async () => {
  const { boss, running, log } = await openApi();
  boss.replacements.fetch = () => {
    throw new Error('The database is down');
  };
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL);
  expect(log).toEqual(['Job queue failed: The database is down']);
  addElsewhere(boss, 1);
  boss.replacements.fetch = undefined;
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL);
  expect(running).toHaveLength(1);
  expect(log).toHaveLength(1);
});

test('a worker fetches again if the database does not respond, and runs jobs that arrive late', async () => {
  const { boss, running, log } = await openApi({ concurrency: 2 });
  let respond = (): void => undefined;
  boss.replacements.fetch = async (run: () => unknown) => {
    boss.replacements.fetch = undefined;
    const found = run();
    await new Promise<void>((resolve) => (respond = resolve));
    return found;
  };
  addElsewhere(boss, 1);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL + LOST_AFTER);
  expect(log).toEqual([`Job queue failed: The database did not respond within ${LOST_AFTER} ms`]);
  expect(running).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL);
  expect(fetched(boss)).toEqual([2, 2, 2]);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect(running).toHaveLength(1);
});

test('a job that cannot be settled occupies its slot only until it counts as lost', async () => {
  const { boss, running, end, send } = await openApi({ concurrency: 1 });
  boss.replacements.complete = () => new Promise(() => undefined);
  await send(2);
  await end();
  await vi.advanceTimersByTimeAsync(LOST_AFTER - 1);
  expect(running).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(running).toHaveLength(1);
});

test('a worker with the longest poll interval does not poll without pause', async () => {
  const boss = fakePgBoss();
  const v1 = new Entrypoint('/rpc');
  v1.method('send', { notifications: { queue: queue('emails') } }, () => undefined);
  const api = new Api().bindEntrypoint(v1);
  const database = { executeSql: async () => ({ rows: [] }) };
  runJobs(api, { database, pgBoss: boss.module, pollInterval: Number.MAX_SAFE_INTEGER });
  await api.open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched(boss)).toHaveLength(1);
  await api.close();
});

test('close() stops fetching at once, and waits for running jobs', async () => {
  const { api, boss, end, send } = await openApi({ concurrency: 1 });
  await send(2);
  const closing = api.close();
  await end();
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL);
  await closing;
  expect(states(boss)).toEqual(['completed', 'created']);
  expect(boss.calls.at(-1)).toEqual(['stop']);
});

test('close() returns a job that still runs to its queue, and ignores its end', async () => {
  const { api, boss, end, send } = await openApi();
  await send(1);
  const closing = api.close({ timeout: 10, abortTimeout: 10 });
  await vi.advanceTimersByTimeAsync(2_000);
  await closing;
  expect(states(boss)).toEqual(['created']);
  const settled = (): unknown[] => boss.calls.filter(([name]) => /fail|complete/.test(name));
  expect(settled()).toEqual([['fail', 'job 1']]);
  await end();
  expect(settled()).toEqual([['fail', 'job 1']]);
});

test('close() ends although a fetch of the database hangs', async () => {
  const { api, boss } = await openApi();
  boss.replacements.fetch = () => new Promise(() => undefined);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL);
  const closing = api.close();
  await vi.advanceTimersByTimeAsync(1_000);
  await closing;
  expect(boss.calls.at(-1)).toEqual(['stop']);
});
