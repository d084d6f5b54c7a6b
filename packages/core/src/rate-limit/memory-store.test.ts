import { describe, expect, test, vi } from 'vitest';
import { MemoryStore } from './rate-limit-store.js';
import type { RateLimitResult } from './rate-limit-store.js';

function storeOf(options: { readonly points?: number; readonly maxKeys?: number } = {}): {
  readonly consume: (key: string, points: number) => Promise<['accepted' | 'rejected', number]>;
} {
  const store = new MemoryStore({ points: 10, duration: 60, maxKeys: 100, ...options });
  return {
    consume: (key, points) =>
      store.consume(key, points).then(
        ({ consumedPoints }) => ['accepted', consumedPoints],
        ({ consumedPoints }: RateLimitResult) => ['rejected', consumedPoints],
      ),
  };
}

describe('MemoryStore', () => {
  test('counts the points of each key separately', async () => {
    const { consume } = storeOf();
    expect(await consume('a', 10)).toEqual(['accepted', 10]);
    expect(await consume('b', 4)).toEqual(['accepted', 4]);
    expect(await consume('a', 1)).toEqual(['rejected', 11]);
    expect(await consume('b', 6)).toEqual(['accepted', 10]);
  });

  test('consume() returns the remaining points and the time until the period ends', async () => {
    const store = new MemoryStore({ points: 10, duration: 60, maxKeys: 1 });
    const result = await store.consume('a', 3);
    expect(result).toMatchObject({ remainingPoints: 7, consumedPoints: 3 });
    expect(result.msBeforeNext).toBeGreaterThan(0);
    expect(result.msBeforeNext).toBeLessThanOrEqual(60_000);
    await expect(store.consume('a', 8)).rejects.toMatchObject({ remainingPoints: 0 });
  });

  test('starts a new period when the first one has ended', async () => {
    vi.useFakeTimers();
    try {
      const { consume } = storeOf();
      await consume('a', 10);
      vi.advanceTimersByTime(59_999);
      expect(await consume('a', 1)).toEqual(['rejected', 11]);
      vi.advanceTimersByTime(1);
      expect(await consume('a', 1)).toEqual(['accepted', 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('drops the oldest period when there are more keys than maxKeys', async () => {
    const { consume } = storeOf({ maxKeys: 2 });
    await consume('a', 10);
    await consume('b', 10);
    await consume('c', 10);
    expect(await consume('b', 1)).toEqual(['rejected', 11]);
    expect(await consume('c', 1)).toEqual(['rejected', 11]);
    expect(await consume('a', 1)).toEqual(['accepted', 1]);
  });

  test('does not retain the header of which a key is a substring', async () => {
    const store = new MemoryStore({ points: 10, duration: 60, maxKeys: 100_000 });
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 20_000; index += 1) {
      const header = `client-number-${index},${'x'.repeat(16_000)}`;
      const [key = ''] = header.split(',');
      await store.consume(key, 1);
    }
    // All headers together are 320 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(160e6);
  });
});
