import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failure } from '../test/failure.js';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';

describe('closing', () => {
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

  test('aborts what is left in the end', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const tasks = [1, 2].map(() => failure(math.run('spin', [gate.memory])));
    await gate.whenStarted();
    await pool.close({ timeout: 1 });
    for (const task of tasks) {
      expect(await task).toMatchObject({
        name: 'AbortError',
        message: 'The worker pool is closed',
      });
    }
    expect(liveThreads()).toBe(0);
    // The one that waited never began.
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

  test('does not wait for ever for a thread in native code, and says so', async () => {
    const { pool, math, log } = openPool();
    const gate = new Gate();
    const native = failure(math.run('derive', [gate.memory, 800_000]));
    await gate.whenStarted();
    await pool.close({ timeout: 0, abortTimeout: 1 });
    expect(await native).toMatchObject({ name: 'AbortError' });
    expect(log).toEqual([
      { message: 'Closed with threads that did not end', details: { unfinished: 1 } },
    ]);
    await vi.waitUntil(() => pool.running === 0, { timeout: 30_000 });
  });

  test('takes no new tasks', async () => {
    const { pool, math } = openPool();
    await pool.close();
    expect(await failure(math.run('add', [1, 2]))).toMatchObject({
      message: "The worker pool is closed; add of math.worker.mjs can't be run",
    });
    expect(liveThreads()).toBe(0);
  });

  test('twice is closing once', async () => {
    const { pool } = openPool();
    expect(pool.close()).toBe(pool.close({ timeout: 0 }));
    await pool.close();
  });
});
