import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPromise } from '../async/maybe-promise.js';
import { CountingScheduler } from './scheduler.js';

/** Creates a task that finishes when the test calls `release()`. */
function heldTask<T>(value: T) {
  let release = (): void => undefined;
  let fail = (_: Error): void => undefined;
  const state = { started: false };
  const gate = new Promise<void>((resolve, reject) => {
    release = resolve;
    fail = reject;
  });
  const run = async (): Promise<T> => {
    state.started = true;
    await gate;
    return value;
  };
  return { run, state, release: () => release(), fail: (error: Error) => fail(error) };
}

describe('the default scheduler', () => {
  test('runs a synchronous call immediately, without a promise and without counting it', () => {
    const scheduler = new CountingScheduler({ concurrency: 1 });
    for (let n = 0; n < 3; n += 1) {
      const outcome = scheduler.add(() => n, { lane: {} });
      expect(isPromise(outcome)).toBe(false);
      expect(outcome).toBe(n);
    }
    expect(scheduler.size).toBe(0);
  });

  test('runs a call immediately below the limit, and returns the promise of the call', () => {
    const scheduler = new CountingScheduler({ concurrency: 2 });
    const promise = Promise.resolve('own');
    expect(scheduler.add(() => promise, { lane: {} })).toBe(promise);
  });

  test('runs a call over the limit as soon as another one finishes', async () => {
    const scheduler = new CountingScheduler({ concurrency: 2 });
    const tasks = ['a', 'b', 'c', 'd'].map(heldTask);
    const outcomes = tasks.map(({ run }) => scheduler.add(run, { lane: {} }));
    expect(tasks.map(({ state }) => state.started)).toEqual([true, true, false, false]);
    expect(scheduler.size).toBe(2);
    tasks[0]?.release();
    await outcomes[0];
    await expect
      .poll(() => tasks.map(({ state }) => state.started))
      .toEqual([true, true, true, false]);
    for (const { release } of tasks) release();
    expect(await Promise.all(outcomes)).toEqual(['a', 'b', 'c', 'd']);
    expect(scheduler.size).toBe(0);
  });

  test('a waiting call starts when a running call rejects with its error', async () => {
    const scheduler = new CountingScheduler({ concurrency: 1 });
    const first = heldTask('first');
    const failing = scheduler.add(first.run, { lane: {} });
    const next = scheduler.add(() => 'next', { lane: {} });
    first.fail(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  test('a batch of a thousand slow calls delays the call of another client by one turn only', async () => {
    const scheduler = new CountingScheduler({ concurrency: 10 });
    const batch = {};
    const slow = Array.from({ length: 1000 }, (_, index) => heldTask(index));
    const outcomes = slow.map(({ run }) => scheduler.add(run, { lane: batch }));
    const single = scheduler.add(() => 'single', { lane: {} });
    // The batch starts one more call, then the other client does.
    for (const { release } of slow.slice(0, 2)) release();
    expect(await single).toBe('single');
    expect(slow.filter(({ state }) => state.started).length).toBeLessThanOrEqual(12);
    for (const { release } of slow) release();
    await Promise.all(outcomes);
  });

  test('runs every call within the limit, regardless of the order in which calls finish', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.record({ lane: fc.nat(3), turns: fc.nat(4), fails: fc.boolean() }), {
          maxLength: 60,
        }),
        async (concurrency, plan) => {
          const scheduler = new CountingScheduler({ concurrency });
          const lanes = [{}, {}, {}, {}];
          let running = 0;
          let most = 0;
          const outcomes = plan.map(({ lane, turns, fails }, index) =>
            scheduler.add(
              async () => {
                running += 1;
                most = Math.max(most, running);
                for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
                running -= 1;
                if (fails) throw new Error('failed');
                return index;
              },
              { lane: lanes[lane] },
            ),
          );
          const settled = await Promise.allSettled(outcomes);
          expect(most).toBeLessThanOrEqual(concurrency);
          expect(settled.map((outcome) => outcome.status)).toEqual(
            plan.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
          );
          expect(scheduler.size).toBe(0);
          // No finished call blocks a new one.
          expect(scheduler.add(() => 'next', { lane: {} })).toBe('next');
        },
      ),
      { numRuns: 60 },
    );
  });
});
