import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckRequest, CheckResponse } from './check-value.worker.js';
import { ValueChecker } from './value-checker.js';

/** A worker that responds when the test says so. */
class FakeWorker extends EventTarget {
  readonly requests: CheckRequest[] = [];
  isTerminated = false;

  postMessage(request: CheckRequest): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  send(data: CheckResponse): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  fail(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'failed' }));
  }
}

const { signal } = new AbortController();
const request = { schema: {}, shared: { components: {} }, value: 1 };
const problem = { path: '/a', message: 'wrong' };

let workers: FakeWorker[];
let checker: ValueChecker;
beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  checker = new ValueChecker(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
});
afterEach(() => void vi.useRealTimers());

/** Lets everything run that waits for nothing but promises. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function load(index = 0): Promise<FakeWorker> {
  await settle();
  const worker = workers[index];
  if (worker === undefined) throw new Error(`Worker ${index} was not created`);
  worker.send({ problems: [] });
  await settle();
  return worker;
}

describe('a value checker', () => {
  test('returns the problems that the worker finds', async () => {
    const outcome = checker.check(request, signal);
    (await load()).send({ problems: [problem] });
    expect(await outcome).toMatchObject({ problems: [problem] });
  });

  test('sends the shared parts of a document once', async () => {
    const first = checker.check(request, signal);
    const second = checker.check({ ...request, value: 2 }, signal);
    const worker = await load();
    worker.send({ problems: [] });
    await first;
    await settle();
    worker.send({ problems: [] });
    await second;
    expect(worker.requests).toEqual([request, { schema: {}, value: 2 }]);
  });

  test('validates one value at a time, each with its own time limit', async () => {
    const expensive = checker.check(request, signal);
    const cheap = checker.check(request, signal);
    await load();
    await vi.advanceTimersByTimeAsync(1500);
    expect(await expensive).toEqual({
      problems: [],
      skipped: 'The schema takes too long to validate.',
    });
    expect(workers[0]?.isTerminated).toBe(true);
    (await load(1)).send({ problems: [problem] });
    expect(await cheap).toMatchObject({ problems: [problem] });
    expect(workers[1]?.requests).toEqual([request]);
  });

  test('does not count the time in which the worker loads', async () => {
    const outcome = checker.check(request, signal);
    await vi.advanceTimersByTimeAsync(10_000);
    (await load()).send({ problems: [] });
    expect(await outcome).toEqual({ problems: [], skipped: undefined });
  });

  test('replaces a worker that takes too long to load', async () => {
    const skipped = checker.check(request, signal);
    const next = checker.check(request, signal);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await skipped).toEqual({
      problems: [],
      skipped: 'The validator takes too long to load.',
    });
    expect(workers[0]?.isTerminated).toBe(true);
    (await load(1)).send({ problems: [problem] });
    expect(await next).toMatchObject({ problems: [problem] });
  });

  test('does not validate a value whose signal was aborted while it waited', async () => {
    const controller = new AbortController();
    const first = checker.check(request, signal);
    const second = checker.check({ ...request, value: 2 }, controller.signal);
    const worker = await load();
    controller.abort();
    worker.send({ problems: [] });
    await first;
    expect(await second).toEqual({ problems: [] });
    expect(worker.requests.length).toBe(1);
  });

  test('says that the worker failed, and creates another one for the next value', async () => {
    const failed = checker.check(request, signal);
    await settle();
    workers[0]?.fail();
    expect(await failed).toEqual({ problems: [], skipped: 'The validator failed.' });
    const next = checker.check(request, signal);
    (await load(1)).send({ problems: [problem] });
    expect(await next).toMatchObject({ problems: [problem] });
  });
});
