import { addInstrumentation, LimitExceeded } from '@jsonrpc-kit/core';
import { readGauges } from '@jsonrpc-kit/core/internal';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rejectionOf } from '../test/rejection-of.js';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';
import { WorkerPool } from './index.js';

describe('a function of a module', () => {
  test('runs on a thread and can be asynchronous', async () => {
    const { math } = openPool();
    expect(await math.run('fibonacci', [20])).toBe(6765);
    expect(await math.run('add', [1, 2])).toBe(3);
    expect(await math.run('currentThread', [])).toBeGreaterThan(0);
  });

  test('accepts and returns values that structured clone can copy', async () => {
    const { math } = openPool();
    const value = { at: new Date(0), set: new Set([1n]), nested: [undefined, null, { a: 1 }] };
    expect(await math.run('echo', [value])).toEqual(value);
  });

  test('runs on the same thread again', async () => {
    const { math } = openPool();
    const first = await math.run('currentThread', []);
    expect(await math.run('currentThread', [])).toBe(first);
    expect(liveThreads()).toBe(1);
  });

  test('runs at the same time as others while there are threads', async () => {
    const { pool, math } = openPool({ maxThreads: 2 });
    const gate = new Gate();
    const results = ['a', 'b', 'c'].map((value) => math.run('hold', [gate.memory, value]));
    await gate.whenStarted(2);
    expect([pool.running, pool.waiting]).toEqual([2, 1]);
    expect(liveThreads()).toBe(2);
    gate.open();
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
    expect([pool.running, pool.waiting]).toEqual([0, 0]);
  });

  test('rejects if the module does not export it', async () => {
    const { math } = openPool();
    expect(await rejectionOf(math.run('notAFunction' as never, [] as never))).toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(
        /^The worker module math\.worker\.mjs doesn't export a function notAFunction\. It exports add, /,
      ) as string,
    });
  });

  test('rejects for arguments and results that cannot be cloned, without ending the thread', async () => {
    const { math } = openPool();
    const thread = await math.run('currentThread', []);
    expect(await rejectionOf(math.run('echo', [() => 1]))).toMatchObject({
      name: 'TypeError',
      message:
        "An argument of echo of math.worker.mjs can't be sent to the worker thread; pass plain data: " +
        '() => 1 could not be cloned.',
    });
    expect(await rejectionOf(math.run('returnFunction', []))).toMatchObject({
      name: 'TypeError',
      message:
        "The result of returnFunction of math.worker.mjs can't be sent from the worker thread; return " +
        'plain data: () => 1 could not be cloned.',
    });
    expect(await math.run('currentThread', [])).toBe(thread);
  });
});

describe('maxQueue', () => {
  test('limits the waiting tasks; further tasks reject with LimitExceeded', async () => {
    const { pool, math } = openPool({ maxQueue: 2 });
    const gate = new Gate();
    const accepted = ['a', 'b', 'c'].map((value) => math.run('hold', [gate.memory, value]));
    expect(await rejectionOf(math.run('hold', [gate.memory, 'd']))).toBeInstanceOf(LimitExceeded);
    expect([pool.running, pool.waiting]).toEqual([1, 2]);
    gate.open();
    expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c']);
  });

  test('can be 0, so that every task without a free thread rejects', async () => {
    const { math } = openPool({ maxQueue: 0 });
    const gate = new Gate();
    const accepted = math.run('hold', [gate.memory, 'a']);
    expect(await rejectionOf(math.run('hold', [gate.memory, 'b']))).toBeInstanceOf(LimitExceeded);
    gate.open();
    expect(await accepted).toBe('a');
    expect(await math.run('add', [1, 2])).toBe(3);
  });
});

describe('the threads of a pool', () => {
  test('start with the pool if minThreads requires them', async () => {
    openPool({ minThreads: 2, maxThreads: 2 });
    await vi.waitFor(() => expect(liveThreads()).toBe(2), { timeout: 10_000 });
  });

  test('have the flags of execArgv, which the constructor checks', async () => {
    const execArgv = ['--import', 'data:text/javascript,process.env.PRELOADED="yes"'];
    const { environment } = openPool({ execArgv, env: {} });
    expect(await environment.run('environment', [])).toEqual({ PRELOADED: 'yes' });
    expect(() => new WorkerPool({ execArgv: ['--no-such-flag'] })).toThrow('--no-such-flag');
  });

  test('end after idleTimeout', async () => {
    const { math } = openPool({ idleTimeout: 1 });
    await math.run('fibonacci', [1]);
    await vi.waitUntil(() => liveThreads() === 0, { timeout: 10_000 });
    expect(await math.run('fibonacci', [10])).toBe(55);
  });

  test('have the environment variables of env', async () => {
    const { environment } = openPool({ env: { GREETING: 'hello' } });
    expect(await environment.run('environment', [])).toEqual({ GREETING: 'hello' });
  });
});

test('a pool counts its tasks by function and outcome, and those that run and wait', async () => {
  const counted: unknown[] = [];
  onTestFinished(addInstrumentation({ count: ({ attributes }) => counted.push(attributes) }));
  const { math } = openPool({ maxQueue: 1 });
  const numbers = (): number[] =>
    ['running', 'waiting'].map(
      (state) =>
        readGauges().find(({ name }) => name === `jsonrpc.worker.${state}_tasks`)?.value ?? 0,
    );
  const [running = 0, waiting = 0] = numbers();
  const gate = new Gate();
  const results = ['a', 'b'].map((value) => math.run('hold', [gate.memory, value]));
  await rejectionOf(math.run('add', [1, 2]));
  expect(numbers()).toEqual([running + 1, waiting + 1]);
  gate.open();
  await Promise.all(results);
  await rejectionOf(math.run('notAFunction' as never, [] as never));
  await rejectionOf(math.run('hold', [new Gate().memory, 'c'], { signal: AbortSignal.timeout(1) }));
  await rejectionOf(math.run('echo', [() => 1]));
  await expect.poll(() => counted).toHaveLength(6);
  expect(counted).toEqual(
    [
      ['add', 'rejected'],
      ['hold', 'returned'],
      ['hold', 'returned'],
      ['notAFunction', 'thrown'],
      ['hold', 'stopped'],
      ['echo', 'thrown'],
    ].map(([name, outcome]) => ({ 'code.function.name': name, 'jsonrpc.worker.outcome': outcome })),
  );
});
