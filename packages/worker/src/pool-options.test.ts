import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { resolvePoolOptions, type WorkerPoolOptions } from './pool-options.js';

describe('resolvePoolOptions()', () => {
  test('leaves one processor for the event loop by default', () => {
    expect(resolvePoolOptions({})).toEqual({
      minThreads: 0,
      maxThreads: Math.max(availableParallelism() - 1, 1),
      idleTimeout: 60_000,
      maxQueue: 50,
    });
  });

  test('allows at least minThreads threads by default', () => {
    const minThreads = availableParallelism() + 1;
    expect(resolvePoolOptions({ minThreads }).maxThreads).toBe(minThreads);
  });

  test.each<[WorkerPoolOptions, string]>([
    [{ maxThreads: 0 }, 'WorkerPool: maxThreads must be a positive integer, not 0'],
    [{ maxThreads: 1.5 }, 'WorkerPool: maxThreads must be a positive integer, not 1.5'],
    [{ minThreads: -1 }, 'WorkerPool: minThreads must be 0 or a positive integer, not -1'],
    [{ maxQueue: Infinity }, 'WorkerPool: maxQueue must be 0 or a positive integer, not Infinity'],
    [
      { idleTimeout: 2 ** 31 },
      'WorkerPool: idleTimeout must be an integer from 0 to 2147483647, not 2147483648',
    ],
    [
      { minThreads: 3, maxThreads: 2 },
      'WorkerPool: minThreads (3) must not be greater than maxThreads (2)',
    ],
  ])('throws a RangeError that names the option for %o', (options, message) => {
    expect(() => resolvePoolOptions(options)).toThrow(new RangeError(message));
  });

  test('throws a TypeError for options of the wrong type and for unknown options', () => {
    const resolve = (options: unknown) => () => resolvePoolOptions(options as WorkerPoolOptions);
    expect(resolve({ env: 'production' })).toThrow(
      new TypeError('WorkerPool: env must be an object, not "production"'),
    );
    expect(resolve({ threads: 1 })).toThrow('WorkerPool: unknown option "threads"');
  });
});
