import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { memoryLogger } from '../../test/in-process.js';
import { HttpError } from '../errors/http-error.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import type { HttpRequest } from '../http/http-request.js';
import type { ChargedCalls } from './rate-limit.js';
import { rateLimit } from './rate-limiter.js';
import type { RateLimitOptions, StoreRateLimitOptions } from './rate-limit-options.js';
import type { RateLimitStore } from './rate-limit-store.js';

/** Listed by name, because a test runner can't print a revoked Proxy. */
const ODD_VALUES: Readonly<Record<string, unknown>> = {
  undefined,
  null: null,
  'a number': 1,
  'an object': {},
  'an array': [],
  'a symbol': Symbol('key'),
  'an error': new Error('no'),
  'a revoked Proxy': revoked(),
};

const request: HttpRequest = {
  verb: 'POST',
  path: '/rpc',
  header: (name) => (name === 'x-caller' ? 'alice' : undefined),
  readBody: () => ({ kind: 'text', text: '' }),
  signal: new AbortController().signal,
  native: undefined,
};

const key: RateLimitOptions['key'] = (httpRequest) => httpRequest.header('x-caller') ?? '';

async function charge(
  options: RateLimitOptions,
  costs: readonly number[] = [1],
): Promise<ChargedCalls | undefined> {
  return rateLimit(options)
    .start('default')
    .charge(request, costs, { logger: memoryLogger(), timeout: 20 });
}

/** Writes a `+` for each call that runs and a `-` for each that doesn't. */
function decisions(charged: ChargedCalls | undefined, count: number): string {
  return Array.from({ length: count }, (_, index) =>
    charged?.rejects(index) === true ? '-' : '+',
  ).join('');
}

function byStore(store: RateLimitStore, options: Partial<StoreRateLimitOptions> = {}) {
  return { store, key, ...options };
}

describe('a batch', () => {
  test.each([
    [[1, 1, 1], '+++'],
    [[4, 4, 4, 1], '++--'],
    [[11, 1, 0], '--+'],
    [[11, 1], '--'],
    [[0, 0], '++'],
  ])(
    'decides about a batch with the costs %j and 10 points (+ runs, - is rejected): %s',
    async (costs, expected) => {
      const charged = await charge({ points: 10, duration: 60, key }, costs);
      expect(decisions(charged, costs.length)).toBe(expected);
    },
  );

  test('charges a batch with one request to the store', async () => {
    const consumed: [string, number][] = [];
    const store: RateLimitStore = {
      points: 10,
      consume: async (...args) => {
        consumed.push(args);
        return { msBeforeNext: 1000, remainingPoints: 5, consumedPoints: 5 };
      },
    };
    await charge(byStore(store), [2, 0, 3]);
    expect(consumed).toEqual([['alice', 5]]);
  });

  test('charges a batch after the points of earlier requests', async () => {
    const limiter = rateLimit({ points: 10, duration: 60, key }).start('default');
    const context = { logger: memoryLogger(), timeout: Infinity };
    await limiter.charge(request, [7], context);
    const charged = await limiter.charge(request, [2, 1, 1], context);
    expect(decisions(charged, 3)).toBe('++-');
    expect(decisions(await limiter.charge(request, [1, 0], context), 2)).toBe('-+');
  });

  test('rejects a batch as a whole if the store does not report its points', async () => {
    const store: RateLimitStore = {
      consume: () => reject({ msBeforeNext: 1000, remainingPoints: 0, consumedPoints: 12 }),
    };
    const charged = await charge(byStore(store), [1, 1, 0]);
    expect(decisions(charged, 3)).toBe('--+');
    expect(charged?.headers).toEqual([['ratelimit', '"default";r=0;t=1']]);
  });

  test.each([
    ['blocks the key without counting', 10, 0],
    ['counts fewer points than were charged', 5, 6],
    ['falls back to another one with fewer points', 100, 12],
    ['counts to NaN', 10, Number.NaN],
    ['has NaN points', Number.NaN, 12],
    ['reports that the points suffice', 12, 12],
  ])('rejects a batch as a whole if the store %s', async (_, points, consumedPoints) => {
    const store: RateLimitStore = {
      points,
      consume: () => reject({ msBeforeNext: 5000, remainingPoints: 0, consumedPoints }),
    };
    const charged = await charge(byStore(store), [6, 6]);
    expect([decisions(charged, 2), charged?.retryAfterMs]).toEqual(['--', 5000]);
  });
});

describe('the headers', () => {
  test('the headers contain the policy and the remaining points', async () => {
    const charged = await charge({ points: 10, duration: 60, key }, [3]);
    expect(charged?.headers).toEqual([
      ['ratelimit-policy', '"default";q=10;w=60'],
      ['ratelimit', '"default";r=7;t=60'],
    ]);
  });

  test('the headers omit the length of a period that is shorter than a second', async () => {
    const charged = await charge({ points: 10, duration: 0.2, key }, [11]);
    expect(charged?.headers).toEqual([
      ['ratelimit-policy', '"default";q=10'],
      ['ratelimit', '"default";r=0;t=1'],
    ]);
  });

  test('the name of a policy is escaped, because it may be any name of a method', async () => {
    const limiter = rateLimit({ points: 10, duration: 60, key }).start('a"b\\c\r\nü');
    const charged = await limiter.charge(request, [1], { logger: memoryLogger(), timeout: 20 });
    expect(charged?.headers[0]).toEqual(['ratelimit-policy', '"a\\"b\\\\c???";q=10;w=60']);
  });

  test.each([
    undefined,
    null,
    'ok',
    {},
    { remainingPoints: Number.NaN, msBeforeNext: Infinity },
    { remainingPoints: -1, msBeforeNext: -1 },
    { remainingPoints: '1\r\nx: y', msBeforeNext: {} },
    { remainingPoints: '5', msBeforeNext: '5' },
    { remainingPoints: 1e15, msBeforeNext: 1e15 },
  ])('omits the headers if the store returns %j', async (result) => {
    const store = { consume: async () => result } as unknown as RateLimitStore;
    const charged = await charge(byStore(store));
    expect([charged?.headers, decisions(charged, 1)]).toEqual([[], '+']);
  });

  test('the headers contain numbers of up to 15 digits', async () => {
    const store: RateLimitStore = {
      consume: async () => ({
        msBeforeNext: 1,
        remainingPoints: 999_999_999_999_999,
        consumedPoints: 1,
      }),
    };
    const charged = await charge(byStore(store));
    expect(charged?.headers).toEqual([['ratelimit', '"default";r=999999999999999;t=1']]);
  });

  test('the headers omit the time of a period that never ends', async () => {
    const store: RateLimitStore = {
      points: 3,
      duration: 0,
      consume: () => reject({ msBeforeNext: -1, remainingPoints: 0, consumedPoints: 4 }),
    };
    const charged = await charge(byStore(store));
    expect(charged?.retryAfterMs).toBeUndefined();
    expect(charged?.headers).toEqual([
      ['ratelimit-policy', '"default";q=3'],
      ['ratelimit', '"default";r=0'],
    ]);
  });
});

describe('key()', () => {
  test('key() may be asynchronous', async () => {
    const limit = { points: 1, duration: 60, key: async () => 'alice' };
    expect(decisions(await charge(limit), 1)).toBe('+');
  });

  test('key() may throw an HttpError or a typed error', async () => {
    const error = new HttpError(401, 'Who are you?');
    const limit = {
      points: 1,
      duration: 60,
      key: () => {
        throw error;
      },
    };
    await expect(charge(limit)).rejects.toBe(error);
    await expect(charge({ ...limit, key: () => Promise.reject(error) })).rejects.toBe(error);
  });

  test('passes the hash of a long key to the store', async () => {
    const keys: string[] = [];
    const store: RateLimitStore = {
      consume: async (used) => {
        keys.push(used);
        return { msBeforeNext: 1, remainingPoints: 1, consumedPoints: 1 };
      },
    };
    for (const length of [200, 201]) await charge({ store, key: () => 'a'.repeat(length) });
    expect(keys[0]).toBe('a'.repeat(200));
    const hash = createHash('sha256').update('a'.repeat(201)).digest('hex');
    expect(keys[1]).toBe(`sha256:${hash}`);
  });

  test('no caller can use the points of another one by sending the hash of its long key', async () => {
    const long = 'a'.repeat(201);
    const hash = createHash('sha256').update(long).digest('hex');
    const callers = [long, hash, `sha256:${hash}`];
    const used = new Set<string>();
    const store: RateLimitStore = {
      consume: async (stored) => {
        used.add(stored);
        return { msBeforeNext: 1, remainingPoints: 1, consumedPoints: 1 };
      },
    };
    for (const caller of callers) await charge({ store, key: () => caller });
    expect(used.size).toBe(3);
  });

  test('a key() that never resolves ends with RequestTimeout', async () => {
    const limit = { points: 1, duration: 60, key: () => new Promise<string>(() => undefined) };
    await expect(charge(limit)).rejects.toBeInstanceOf(RequestTimeout);
  });

  test.each(Object.keys(ODD_VALUES))(
    'a key() that returns %s fails with a plain error',
    async (name) => {
      const returned = ODD_VALUES[name];
      const limit = { points: 1, duration: 60, key: (() => returned) as unknown as typeof key };
      await expect(charge(limit)).rejects.toThrow(/^rateLimit: key\(\)/);
    },
  );

  test.each(Object.keys(ODD_VALUES))(
    'a key() that throws %s fails with a plain error',
    async (name) => {
      const fails = (): never => {
        throw ODD_VALUES[name];
      };
      await expect(charge({ points: 1, duration: 60, key: fails })).rejects.toThrow(
        'rateLimit: key() failed',
      );
    },
  );

  test('calls key() even if every call is free, because it may reject the caller', async () => {
    const limit = { points: 1, duration: 60, key: () => Promise.reject(new HttpError(401, 'No')) };
    await expect(charge(limit, [0])).rejects.toBeInstanceOf(HttpError);
  });
});

describe('a store that fails', () => {
  const failures: Readonly<Record<string, RateLimitStore['consume']>> = {
    'by throwing': () => {
      throw new Error('ECONNREFUSED');
    },
    'by rejecting': () => reject(new Error('ECONNREFUSED')),
    'by rejecting with undefined': () => reject(undefined),
    'by rejecting with a revoked Proxy': () => reject(revoked()),
    'by rejecting with null': () => reject(null),
    'by rejecting with a time only': () => reject({ msBeforeNext: 1000 }),
    'by rejecting with points only': () => reject({ consumedPoints: 5 }),
    'by rejecting with an error that has both': () =>
      reject(Object.assign(new Error('no'), { msBeforeNext: 1000, consumedPoints: 5 })),
    'by never responding': () => new Promise(() => undefined),
  };

  test.each(Object.entries(failures))(
    'rejects the calls of a store that fails: %s',
    async (_, consume) => {
      await expect(charge(byStore({ consume }, { storeTimeout: 20 }))).rejects.toThrow(
        'rateLimit: the store failed',
      );
    },
  );

  test.each(Object.entries(failures))(
    'runs the calls of a store that fails with onStoreError "allow", and logs the error: %s',
    async (_, consume) => {
      const options = byStore({ consume }, { storeTimeout: 20, onStoreError: 'allow' });
      const logger = memoryLogger();
      const charged = await rateLimit(options)
        .start('default')
        .charge(request, [1], { logger, timeout: 20 });
      expect(charged).toBeUndefined();
      expect(logger.entries).toMatchObject([
        {
          level: 'error',
          details: { err: new Error('rateLimit: the store failed') },
          message: 'Rate limit store failed; the calls run without a limit',
        },
      ]);
    },
  );

  test.each([new Error('ECONNREFUSED'), 'ECONNREFUSED', undefined, null])(
    'the cause of the error is what the store rejected with: %s',
    async (cause) => {
      await expect(charge(byStore({ consume: () => reject(cause) }))).rejects.toMatchObject({
        message: 'rateLimit: the store failed',
        cause,
      });
    },
  );
});

describe('the time limit of a store', () => {
  afterEach(() => {
    // Before the real timers are back, or restoring a spy would replace them by fake ones.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test.each([
    [undefined, 1000],
    [30, 30],
  ])('storeTimeout %s is %d milliseconds', async (storeTimeout, milliseconds) => {
    vi.useFakeTimers();
    const hanging = { consume: () => new Promise<never>(() => undefined) };
    const failed = charge(byStore(hanging, { storeTimeout })).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({
      cause: { message: `rateLimit: the store did not respond within ${milliseconds} ms` },
    });
  });

  test('leaves no timer behind, and starts none for points in memory', async () => {
    vi.useFakeTimers();
    const store: RateLimitStore = {
      consume: async () => ({ msBeforeNext: 1, remainingPoints: 1, consumedPoints: 1 }),
    };
    await charge(byStore(store));
    expect(vi.getTimerCount()).toBe(0);
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    await charge({ points: 1, duration: 60, key });
    expect(setTimer).not.toHaveBeenCalled();
  });
});

test('maxKeys limits how many callers the limiter remembers', async () => {
  const callers = ['alice', 'bob', 'alice'];
  const options = { points: 1, duration: 60, maxKeys: 1, key: () => callers.shift() ?? '' };
  const limiter = rateLimit(options).start('default');
  for (let count = 0; count < 3; count += 1) {
    const charged = await limiter.charge(request, [1], { logger: memoryLogger(), timeout: 20 });
    expect(decisions(charged, 1)).toBe('+');
  }
});

describe('rateLimit()', () => {
  test.each([0, -1, Infinity, Number.NaN, '60', undefined])(
    'rejects the duration %j',
    (duration) => {
      expect(() => rateLimit({ points: 1, duration: duration as number, key })).toThrow(
        'rateLimit(): duration must be a positive number of seconds',
      );
    },
  );

  test('shows how to write key and store', () => {
    expect(() => rateLimit({ points: 1, duration: 1 } as never)).toThrow(
      "Write key: (httpRequest) => httpRequest.header('x-caller') ?? 'anonymous', with a header that your proxy sets.",
    );
    expect(() => rateLimit({ store: {}, key } as never)).toThrow(
      'Write a limiter of rate-limiter-flexible, such as new RateLimiterRedis({ … }).',
    );
  });

  test.each<[unknown, string]>([
    [60, 'rateLimit() needs an object, not 60. Write rateLimit({ points: 100, duration: 60, key:'],
    [{ points: 1, duration: 1 }, 'rateLimit(): key must be a function that returns the identity'],
    [{ duration: 1, key }, 'rateLimit(): points must be a positive integer, not undefined'],
    [{ points: 0, duration: 1, key }, 'rateLimit(): points must be a positive integer, not 0'],
    [{ points: 1, key }, 'rateLimit(): duration must be a positive number of seconds'],
    [{ points: 1, duration: 1, key, maxKeys: 1.5 }, 'maxKeys must be a positive integer'],
    [{ points: 1, duration: 1, key, onStoreError: 'open' }, "must be 'reject' or 'allow'"],
    [{ store: {}, key }, 'rateLimit(): store must be an object with the function consume'],
    [{ store: { consume: key }, key, points: 1 }, 'rateLimit(): unknown option "points"'],
    [{ store: { consume: key }, key, storeTimeout: 0 }, 'storeTimeout must be from 1 to'],
  ])('rejects the options %j', (options, message) => {
    expect(() => rateLimit(options as never)).toThrow(message);
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function reject(reason: unknown): Promise<never> {
  return Promise.reject(reason);
}
