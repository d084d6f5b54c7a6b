import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rejectionOf } from '../test/rejection-of.js';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';

describe('close()', () => {
  test('ends the threads', async () => {
    const { pool } = openPool({ minThreads: 2, maxThreads: 2 });
    await vi.waitUntil(() => liveThreads() === 2, { timeout: 10_000 });
    await pool.close();
    expect(liveThreads()).toBe(0);
  });

  test('lets running and waiting tasks finish', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const results = ['a', 'b'].map((value) => math.run('hold', [gate.memory, value]));
    await gate.whenStarted();
    const closed = pool.close();
    gate.open();
    expect(await Promise.all(results)).toEqual(['a', 'b']);
    await closed;
    expect(liveThreads()).toBe(0);
  });

  test('aborts the remaining tasks after the timeout', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const tasks = [1, 2].map(() => rejectionOf(math.run('spin', [gate.memory])));
    await gate.whenStarted();
    await pool.close({ timeout: 1 });
    for (const task of tasks) {
      expect(await task).toMatchObject({
        name: 'AbortError',
        message: 'The worker pool is closed',
      });
    }
    expect(liveThreads()).toBe(0);
    // The waiting task has never started.
    expect(gate.started).toBe(1);
  });

  test('lets a task that takes half a minute finish when timeout is Infinity', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const result = math.run('hold', [gate.memory, 'a']);
    await gate.whenStarted();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = pool.close({ timeout: Infinity });
    await vi.advanceTimersByTimeAsync(30_000);
    gate.open();
    expect(await result).toBe('a');
    await closed;
  });

  test.each([{ timeout: NaN }, { timeout: -1 }, { abortTimeout: -1 }])(
    'throws for %o and leaves the pool open',
    async (options) => {
      const { pool, math } = openPool();
      expect(() => pool.close(options)).toThrow(RangeError);
      expect(await math.run('add', [1, 2])).toBe(3);
    },
  );

  test('logs threads in native code that do not end within abortTimeout', async () => {
    const { pool, math, log } = openPool();
    const gate = new Gate();
    const native = rejectionOf(math.run('derive', [gate.memory, 800_000]));
    await gate.whenStarted();
    await pool.close({ timeout: 0, abortTimeout: 1 });
    expect(await native).toMatchObject({ name: 'AbortError' });
    expect(log).toEqual([
      { message: 'Worker pool closed with running threads', details: { unfinished: 1 } },
    ]);
    await vi.waitUntil(() => pool.running === 0, { timeout: 30_000 });
  });

  test('is called by `await using`', async () => {
    const { pool, math } = openPool();
    await math.run('add', [1, 2]);
    await pool[Symbol.asyncDispose]();
    expect(liveThreads()).toBe(0);
    expect(pool[Symbol.asyncDispose]()).toBe(pool.close());
  });

  test('rejects new tasks', async () => {
    const { pool, math } = openPool();
    await pool.close();
    expect(await rejectionOf(math.run('add', [1, 2]))).toMatchObject({
      message: "Can't run add of math.worker.mjs: the worker pool is closed",
    });
    expect(liveThreads()).toBe(0);
  });

  test('returns the same promise when it is called twice', async () => {
    const { pool } = openPool();
    expect(pool.close()).toBe(pool.close({ timeout: 0 }));
    await pool.close();
  });
});
