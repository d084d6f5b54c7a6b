import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { memoryLogger } from '../../test/in-process.js';
import { HttpError } from '../errors/http-error.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import type { HttpRequest } from '../http/http-request.js';
import { RateLimiter } from './rate-limiter.js';
import type { RateLimitCharge } from './rate-limit-charge.js';
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
): Promise<RateLimitCharge | undefined> {
  return new RateLimiter(options, 20).charge(request, costs, memoryLogger());
}

/** Writes a `+` for each call that runs and a `-` for each that doesn't. */
function decisions(charged: RateLimitCharge | undefined, count: number): string {
  return Array.from({ length: count }, (_, index) =>
    charged?.rejects(index) === true ? '-' : '+',
  ).join('');
}

function byStore(store: RateLimitStore, options: Partial<StoreRateLimitOptions> = {}) {
  return { store, key, ...options };
}

describe('a batch', () => {
  test.each([
    [[1, 1, 1], '+++', false],
    [[4, 4, 4, 1], '++--', false],
    [[11, 1, 0], '--+', false],
    [[11, 1], '--', true],
    [[0, 0], '++', false],
  ])(
    'decides about a batch with the costs %j and 10 points (+ runs, - is rejected): %s',
    async (costs, expected, rejectsAll) => {
      const charged = await charge({ points: 10, duration: 60, key }, costs);
      expect(decisions(charged, costs.length)).toBe(expected);
      expect(charged?.rejectsAll ?? false).toBe(rejectsAll);
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
    const limiter = new RateLimiter({ points: 10, duration: 60, key }, Infinity);
    const logger = memoryLogger();
    await limiter.charge(request, [7], logger);
    const charged = await limiter.charge(request, [2, 1, 1], logger);
    expect(decisions(charged, 3)).toBe('++-');
    expect(decisions(await limiter.charge(request, [1, 0], logger), 2)).toBe('-+');
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
  ])('rejects a batch as a whole if the store %s', async (_, points, consumedPoints) => {
    const store: RateLimitStore = {
      points,
      consume: () => reject({ msBeforeNext: 5000, remainingPoints: 0, consumedPoints }),
    };
    const charged = await charge(byStore(store), [6, 6]);
    expect(charged).toMatchObject({ rejectsAll: true, retryAfterMs: 5000 });
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

  test('the headers say when to try again if every call is rejected', async () => {
    const charged = await charge({ points: 10, duration: 0.2, key }, [11]);
    expect(charged?.headers).toEqual([
      ['ratelimit-policy', '"default";q=10'],
      ['ratelimit', '"default";r=0;t=1'],
      ['retry-after', '1'],
    ]);
  });

  test.each([
    undefined,
    null,
    'ok',
    {},
    { remainingPoints: Number.NaN, msBeforeNext: Infinity },
    { remainingPoints: -1, msBeforeNext: -1 },
    { remainingPoints: '1\r\nx: y', msBeforeNext: {} },
  ])('omits the headers if the store returns %j', async (result) => {
    const store = { consume: async () => result } as unknown as RateLimitStore;
    expect(await charge(byStore(store))).toMatchObject({ headers: [], rejectsAll: false });
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
    expect(await charge(limit)).toMatchObject({ rejectsAll: false });
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
    expect(keys[1]).toBe(createHash('sha256').update('a'.repeat(201)).digest('hex'));
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
      const charged = await new RateLimiter(options, 20).charge(request, [1], logger);
      expect(charged).toBeUndefined();
      expect(logger.entries).toMatchObject([
        { level: 'error', message: 'Rate limit store failed; the calls run without a limit' },
      ]);
    },
  );
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function reject(reason: unknown): Promise<never> {
  return Promise.reject(reason);
}
