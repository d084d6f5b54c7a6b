import { Pool } from 'pg';
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterPostgres,
  RLWrapperBlackAndWhite,
} from 'rate-limiter-flexible';
import { describe, expect, onTestFinished, test } from 'vitest';
import { emptyPglite } from '../../../tooling/vitest/shared-pglite.js';
import { type Api, Entrypoint } from '../src/index.js';
import { rateLimit, type RateLimitStore } from '../src/rate-limit.js';
import { postJson, serve } from './call.js';
import { notification, request } from './in-process.js';

/** A query that rate-limiter-flexible sends to a client of pg. */
interface Query {
  readonly text: string;
  readonly values?: unknown[];
}

const points = 5;
const duration = 60;

/** The limiters of rate-limiter-flexible that need no server, and those of `DATABASE_URL`. */
const limiters: Readonly<Record<string, () => RateLimitStore | Promise<RateLimitStore>>> = {
  RateLimiterMemory: () => new RateLimiterMemory({ points, duration }),
  'RateLimiterMemory that blocks': () =>
    new RateLimiterMemory({ points, duration, blockDuration: 600 }),
  'RateLimiterPostgres on PGlite': async () => {
    const database = await emptyPglite();
    return postgres({
      query: ({ text, values }: Query) => database.query(text, values),
    });
  },
};

function allLimiters(): typeof limiters {
  const url = process.env['DATABASE_URL'];
  if (url) return { ...limiters, 'RateLimiterPostgres on a server': () => onServer(url) };
  console.info('Left out: the rate limit on a PostgreSQL server. DATABASE_URL would name one.');
  return limiters;
}

/** Uses its own table, which is dropped after the test. */
async function onServer(connectionString: string): Promise<RateLimitStore> {
  const pool = new Pool({ connectionString });
  const tableName = `rate_limit_test_${crypto.randomUUID().replaceAll('-', '')}`;
  onTestFinished(async () => {
    await pool.query(`drop table "${tableName}"`);
    await pool.end();
  });
  return postgres(pool, tableName);
}

/** Resolves when the limiter has created its table. */
function postgres(storeClient: unknown, tableName = 'rate_limit'): Promise<RateLimiterPostgres> {
  return new Promise((resolve, reject) => {
    const options = { storeClient, storeType: 'client', tableName, points, duration };
    const limiter = new RateLimiterPostgres(
      { ...options, clearExpiredByTimeout: false },
      (error) => {
        if (error === undefined) resolve(limiter);
        else reject(error);
      },
    );
  });
}

function apiOf(store: RateLimitStore): Api {
  const rpc = new Entrypoint('/rpc', {
    rateLimit: rateLimit({ store, key: (httpRequest) => httpRequest.header('x-caller') ?? '' }),
  });
  rpc.method('plain', {}, () => 'plain');
  rpc.method('dear', { cost: 3 }, () => 'dear');
  rpc.method('free', { cost: 0 }, () => 'free');
  return serve(rpc).api;
}

describe.each(Object.entries(allLimiters()))('%s as the store of a rate limit', (_, create) => {
  test('accepts the calls of a batch that fit into the limit, and rejects the rest', async () => {
    const api = apiOf(await create());
    const batch = [
      request('plain'),
      request('dear'),
      notification('plain'),
      request('plain'),
      request('free'),
    ];
    const { status, json, headers } = await postJson(api, batch);
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { result: 'plain' },
      { result: 'dear' },
      { error: { code: -32005 } },
      { result: 'free' },
    ]);
    expect(headers.get('ratelimit-policy')).toBe('"default";q=5;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
  });

  test('counts the calls of each caller across HTTP requests', async () => {
    const api = apiOf(await create());
    const ann = { headers: { 'x-caller': 'ann' } };
    expect((await postJson(api, request('dear'), ann)).headers.get('ratelimit')).toMatch(/;r=2;/);
    const { status, json, headers } = await postJson(api, request('dear'), ann);
    expect(status).toBe(429);
    expect(json).toMatchObject({
      error: { code: -32005, data: { retryAfterMs: expect.any(Number) as number } },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await postJson(api, request('dear'))).status).toBe(200);
  });
});

test('accepts as many calls as the burst of a limiter allows', async () => {
  const api = apiOf(
    new BurstyRateLimiter(
      new RateLimiterMemory({ points: 1, duration }),
      new RateLimiterMemory({ points: 2, duration, keyPrefix: 'burst' }),
    ),
  );
  const statuses = [];
  for (let call = 0; call < 4; call += 1) {
    statuses.push((await postJson(api, request('plain'))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('accepts or rejects a batch as a whole if the store does not report its points', async () => {
  const limiter = new RateLimiterMemory({ points, duration });
  const api = apiOf(new RLWrapperBlackAndWhite({ limiter, whiteList: ['friend'] }));
  const batch = Array.from({ length: 6 }, () => request('plain'));
  expect((await postJson(api, batch)).status).toBe(429);
  const friend = { headers: { 'x-caller': 'friend' } };
  expect((await postJson(api, batch, friend)).status).toBe(200);
});
