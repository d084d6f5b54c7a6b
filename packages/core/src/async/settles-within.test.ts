import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settlesWithin } from './timers.js';

const never = new Promise<never>(() => undefined);
const realTimers = { setTimeout, clearTimeout };

test('settlesWithin() resolves to true as soon as the promise is fulfilled', async () => {
  expect(await settlesWithin(Promise.resolve('done'), 60_000)).toBe(true);
  expect(await settlesWithin(Promise.resolve('done'), 0)).toBe(true);
});

test('settlesWithin() resolves to false when the time has elapsed', async () => {
  expect(await settlesWithin(never, 1)).toBe(false);
});

test('settlesWithin() rejects when the promise rejects in time', async () => {
  await expect(settlesWithin(Promise.reject(new Error('No')), 60_000)).rejects.toThrow('No');
});

describe('with faked timers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const DAY = 24 * 60 * 60 * 1_000;

  test.each([Infinity, Number.MAX_VALUE, 365 * DAY])(
    'settlesWithin() waits longer than the maximum of setTimeout(): %d ms',
    async (milliseconds) => {
      let result: boolean | undefined;
      let fulfill = (): void => undefined;
      const promise = new Promise<void>((resolve) => {
        fulfill = resolve;
      });
      const settled = settlesWithin(promise, milliseconds).then((value) => (result = value));
      await vi.advanceTimersByTimeAsync(100 * DAY);
      expect(result).toBeUndefined();
      expect(vi.getTimerCount()).toBe(1);
      fulfill();
      expect(await settled).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('settlesWithin() ends exactly on time when the time exceeds the maximum of setTimeout()', async () => {
    let result: boolean | undefined;
    void settlesWithin(never, 60 * DAY).then((value) => (result = value));
    await vi.advanceTimersByTimeAsync(60 * DAY - 1);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(result).toBe(false);
  });

  test('settlesWithin() uses the timers that are passed to it', async () => {
    expect(await settlesWithin(never, 1, realTimers)).toBe(false);
  });
});
