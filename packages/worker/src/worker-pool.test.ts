import { LimitExceeded } from '@jsonrpc-kit/core';
import { describe, expect, test, vi } from 'vitest';
import { failure } from '../test/failure.js';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';
import { WorkerPool } from './index.js';

describe('a function of a module', () => {
  test('runs on a thread, and may be asynchronous', async () => {
    const { math } = openPool();
    expect(await math.run('fibonacci', [20])).toBe(6765);
    expect(await math.run('add', [1, 2])).toBe(3);
    expect(await math.run('currentThread', [])).toBeGreaterThan(0);
  });

  test('gets and gives what structured clone copies', async () => {
    const { math } = openPool();
    const value = { at: new Date(0), set: new Set([1n]), nested: [undefined, null, { a: 1 }] };
    expect(await math.run('echo', [value])).toEqual(value);
  });

  test('finds its thread again, with its module loaded', async () => {
    const { math } = openPool();
    const first = await math.run('currentThread', []);
    expect(await math.run('currentThread', [])).toBe(first);
    expect(liveThreads()).toBe(1);
  });

  test('runs beside others as far as there are threads', async () => {
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

  test('must be exported', async () => {
    const { math } = openPool();
    expect(await failure(math.run('notAFunction' as never, [] as never))).toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(
        /^The worker module math\.worker\.mjs exports no function notAFunction; it exports add, /,
      ) as string,
    });
  });

  test('is told of arguments that can not be sent, and of results', async () => {
    const { math } = openPool();
    const thread = await math.run('currentThread', []);
    expect(await failure(math.run('echo', [() => 1]))).toMatchObject({
      name: 'TypeError',
      message:
        "An argument of echo of math.worker.mjs can't be sent to its thread; give it plain data: " +
        '() => 1 could not be cloned.',
    });
    expect(await failure(math.run('returnFunction', []))).toMatchObject({
      name: 'TypeError',
      message:
        "What returnFunction of math.worker.mjs returns can't be sent from its thread; return plain " +
        'data: () => 1 could not be cloned.',
    });
    // Neither has cost the thread its life.
    expect(await math.run('currentThread', [])).toBe(thread);
  });
});

describe('too many tasks', () => {
  test('are refused with LimitExceeded', async () => {
    const { pool, math } = openPool({ maxQueue: 2 });
    const gate = new Gate();
    const accepted = ['a', 'b', 'c'].map((value) => math.run('hold', [gate.memory, value]));
    expect(await failure(math.run('hold', [gate.memory, 'd']))).toBeInstanceOf(LimitExceeded);
    expect([pool.running, pool.waiting]).toEqual([1, 2]);
    gate.open();
    expect(await Promise.all(accepted)).toEqual(['a', 'b', 'c']);
  });

  test('are all but the running ones, where none may wait', async () => {
    const { math } = openPool({ maxQueue: 0 });
    const gate = new Gate();
    const accepted = math.run('hold', [gate.memory, 'a']);
    expect(await failure(math.run('hold', [gate.memory, 'b']))).toBeInstanceOf(LimitExceeded);
    gate.open();
    expect(await accepted).toBe('a');
    expect(await math.run('add', [1, 2])).toBe(3);
  });
});

describe('threads', () => {
  test('start with their pool where they are to be kept', async () => {
    openPool({ minThreads: 2, maxThreads: 2 });
    await vi.waitFor(() => expect(liveThreads()).toBe(2), { timeout: 10_000 });
  });

  test('have the flags that they are given, which are looked at when the pool is made', async () => {
    const execArgv = ['--import', 'data:text/javascript,process.env.PRELOADED="yes"'];
    const { environment } = openPool({ execArgv, env: {} });
    expect(await environment.run('environment', [])).toEqual({ PRELOADED: 'yes' });
    expect(() => new WorkerPool({ execArgv: ['--no-such-flag'] })).toThrow('--no-such-flag');
  });

  test('end when they have been idle for a time', async () => {
    const { math } = openPool({ idleTimeout: 1 });
    await math.run('fibonacci', [1]);
    await vi.waitUntil(() => liveThreads() === 0, { timeout: 10_000 });
    expect(await math.run('fibonacci', [10])).toBe(55);
  });

  test('have the environment that they are given', async () => {
    const { environment } = openPool({ env: { GREETING: 'hello' } });
    expect(await environment.run('environment', [])).toEqual({ GREETING: 'hello' });
  });
});
