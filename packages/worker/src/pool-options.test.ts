import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { resolvePoolOptions, type WorkerPoolOptions } from './pool-options.js';

describe('the options of a pool', () => {
  test('leave the event loop a processor of its own', () => {
    expect(resolvePoolOptions({})).toEqual({
      minThreads: 0,
      maxThreads: Math.max(availableParallelism() - 1, 1),
      idleTimeout: 60_000,
      maxQueue: 50,
    });
  });

  test('have at least as many threads as are to be kept', () => {
    const minThreads = availableParallelism() + 1;
    expect(resolvePoolOptions({ minThreads }).maxThreads).toBe(minThreads);
  });

  test.each<[WorkerPoolOptions, string]>([
    [{ maxThreads: 0 }, 'WorkerPool: maxThreads must be an integer of at least 1, not 0'],
    [{ maxThreads: 1.5 }, 'WorkerPool: maxThreads must be an integer of at least 1, not 1.5'],
    [{ minThreads: -1 }, 'WorkerPool: minThreads must be an integer of at least 0, not -1'],
    [{ maxQueue: Infinity }, 'WorkerPool: maxQueue must be an integer of at least 0, not Infinity'],
    [
      { idleTimeout: 2 ** 31 },
      'WorkerPool: idleTimeout must be an integer from 0 to 2147483647, not 2147483648',
    ],
    [
      { minThreads: 3, maxThreads: 2 },
      'WorkerPool: minThreads (3) must not be more than maxThreads (2)',
    ],
  ])('%o are refused by name', (options, message) => {
    expect(() => resolvePoolOptions(options)).toThrow(new RangeError(message));
  });
});
