import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { gate, notification, request } from '../../test/in-process.js';
import {
  type Api,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  LimitExceeded,
  type RateLimitOptions,
  type RateLimitResult,
} from '../index.js';

let ran: string[];
const key: RateLimitOptions['key'] = (httpRequest) => httpRequest.header('x-caller') ?? '';
const tenPoints: RateLimitOptions = { points: 10, duration: 60, key };

beforeEach(() => {
  ran = [];
});

function apiOf(
  rateLimit: RateLimitOptions | undefined = tenPoints,
  options: EntrypointOptions = {},
): ReturnType<typeof serve> {
  const rpc = new Entrypoint('/rpc', { rateLimit, ...options });
  rpc.method('plain', {}, () => ran.push('plain'));
  rpc.method('dear', { cost: 6 }, () => ran.push('dear'));
  rpc.method('free', { cost: 0 }, () => ran.push('free'));
  return serve(rpc);
}

/** How many calls a caller can make with `points`, each of them sent by itself. */
async function callsUntilRejected(api: Api, message: unknown): Promise<number> {
  for (let count = 0; count < 12; count += 1) {
    if ((await postJson(api, message)).status === 429) return count;
  }
  return Infinity;
}

function remaining(headers: Headers): number {
  const [, points] = /^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return Number(points);
}

describe('what a call costs', () => {
  test.each([
    ['a method without cost', 10, request('plain')],
    ['a method of cost 6', 1, request('dear')],
    ['a method of cost 0', Infinity, request('free')],
    ['a notification', 10, notification('plain')],
    ['a notification of cost 6', 1, notification('dear')],
    ['an unknown method', 10, request('nothing')],
    ['a reserved name', 10, request('rpc.discover')],
    ['an item that is no object', 10, 1],
    ['an invalid request that names a free method', 10, { ...request('free'), id: null }],
    ['an invalid request that names a dear method', 10, { ...request('dear'), other: 1 }],
  ])('%s can be called %d times', async (_, times, message) => {
    expect(await callsUntilRejected(apiOf().api, message)).toBe(times);
  });

  test('a free method is called by no other method’s route', async () => {
    const { api } = apiOf();
    const { method: _, ...unnamed } = request('free');
    for (let count = 0; count < 10; count += 1) {
      await postJson(api, request('free'), { path: '/rpc/plain' });
    }
    const options = { path: '/rpc/plain' };
    expect((await postJson(api, request('free'), options)).status).toBe(429);
    expect((await postJson(api, unnamed, { path: '/rpc/free' })).status).toBe(200);
  });

  test('each caller has points of its own', async () => {
    const { api } = apiOf();
    const alice = { headers: { 'x-caller': 'alice' } };
    await postJson(api, [request('dear'), request('dear')], alice);
    expect((await postJson(api, request('plain'), alice)).status).toBe(429);
    expect((await postJson(api, request('plain'))).status).toBe(200);
  });

  test('an entrypoint that two apis serve has points in each of them', async () => {
    const rpc = new Entrypoint('/rpc', { rateLimit: tenPoints });
    rpc.method('all', { cost: 10 }, () => null);
    expect((await postJson(serve(rpc).api, request('all'))).status).toBe(200);
    expect((await postJson(serve(rpc).api, request('all'))).status).toBe(200);
  });

  test('a body that is no JSON, or an empty batch, costs nothing', async () => {
    const { api } = apiOf();
    for (let count = 0; count < 20; count += 1) await postJson(api, []);
    const { headers } = await postJson(api, request('plain'));
    expect(remaining(headers)).toBe(9);
  });
});

describe('a rejected call', () => {
  test('gets LimitExceeded with status 429, and nothing of it runs', async () => {
    const shared = dependency({}, () => ran.push('shared'));
    const { api } = apiOf(tenPoints, {
      dependencies: [shared],
      middlewares: [
        async (_, next) => {
          ran.push('middleware');
          await next();
        },
      ],
    });
    await postJson(api, [request('dear'), request('plain')]);
    ran = [];
    const { status, json, headers } = await postJson(api, { ...request('dear'), id: 7 });
    expect(status).toBe(429);
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32005,
        message: 'Limit exceeded',
        data: { retryAfterMs: expect.any(Number) as number },
      },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'ratelimit-policy': '"default";q=10;w=60',
      'retry-after': expect.stringMatching(/^\d\d$/) as string,
    });
    expect(remaining(headers)).toBe(0);
    expect(ran).toEqual([]);
  });

  test('leaves the calls of its batch that fit as they are', async () => {
    const { api, log } = apiOf();
    const batch = [
      request('dear'),
      request('plain'),
      notification('plain'),
      request('dear'),
      notification('plain'),
      request('free'),
    ];
    const { status, json, headers } = await postJson(api, batch);
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { id: batch[0]?.['id'], result: 1 },
      { id: batch[1]?.['id'], result: 2 },
      { id: batch[3]?.['id'], error: { code: -32005 } },
      { id: batch[5]?.['id'], result: 4 },
    ]);
    expect(headers.get('retry-after')).toBeNull();
    expect(remaining(headers)).toBe(0);
    expect(ran).toEqual(['dear', 'plain', 'plain', 'free']);
    expect(log).toMatchObject([{ level: 'warn', details: { method: 'plain' } }]);
  });

  test('has no response if it is a notification, which is logged', async () => {
    const { api, log } = apiOf();
    await postJson(api, [request('dear'), request('dear')]);
    const { status, text, headers } = await postJson(api, notification('plain'));
    expect([status, text, remaining(headers)]).toEqual([429, '', 0]);
    expect(log).toMatchObject([
      { level: 'warn', message: 'Notification dropped: its caller is over the rate limit' },
    ]);
    expect(ran).toEqual(['dear']);
  });

  test('gets the error of a shared teardown that fails, as its neighbours do', async () => {
    class CommitFailed extends defineError({ code: 7001, message: 'Commit failed' }) {}
    const commit = dependency(
      {},
      function* () {
        yield 1;
        throw new CommitFailed();
      },
      { teardown: 'before-response' },
    );
    const { api } = apiOf(tenPoints, { dependencies: [commit] });
    const { json } = await postJson(api, [request('dear'), request('dear')]);
    expect(json).toMatchObject([{ error: { code: 7001 } }, { error: { code: 7001 } }]);
  });
});

describe('the headers', () => {
  test('are on a response without a body and on one that an HttpError ended', async () => {
    const { api } = apiOf(tenPoints, {
      dependencies: [
        dependency({}, () => {
          if (ran.length > 0) throw new HttpError(401, 'No', { 'x-why': 'because' });
        }),
      ],
    });
    const accepted = await postJson(api, notification('plain'));
    expect([accepted.status, remaining(accepted.headers)]).toEqual([204, 9]);
    const ended = await postJson(api, request('plain'));
    expect(ended.status).toBe(401);
    expect(ended.headers.get('x-why')).toBe('because');
    expect(remaining(ended.headers)).toBe(8);
  });

  test('are on no response that was not charged', async () => {
    const { api } = apiOf();
    for (const { headers } of [
      await postJson(api, request('plain'), { verb: 'GET' }),
      await postJson(api, request('free')),
      await postJson(api, []),
    ]) {
      expect(headers.get('ratelimit')).toBeNull();
      expect(headers.get('ratelimit-policy')).toBeNull();
    }
  });
});

describe('key()', () => {
  const failing = (error: unknown): RateLimitOptions => ({
    ...tenPoints,
    key: () => {
      throw error;
    },
  });

  test('ends the exchange with the HttpError that it throws', async () => {
    const { api } = apiOf(failing(new HttpError(401, 'Who are you?')));
    const { status, json } = await postJson(api, [request('plain'), notification('plain')]);
    expect({ status, json }).toEqual({ status: 401, json: { detail: 'Who are you?' } });
    expect(ran).toEqual([]);
  });

  test('is answered for every call with the typed error that it throws', async () => {
    const { api, log } = apiOf(failing(new LimitExceeded()));
    const { status, json } = await postJson(api, [request('plain'), request('nothing')]);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ error: { code: -32005 } }, { error: { code: -32005 } }]);
    expect({ log, ran }).toEqual({ log: [], ran: [] });
  });

  test('that fails is InternalError for every call, logged once, and no dependency runs', async () => {
    const shared = dependency({}, () => ran.push('shared'));
    const { api, log } = apiOf(failing(new Error('secret')), { dependencies: [shared] });
    const { text, json } = await postJson(api, [request('plain'), request('plain')]);
    expect(json).toMatchObject([{ error: { code: -32603 } }, { error: { code: -32603 } }]);
    expect(text).not.toContain('secret');
    expect(log).toMatchObject([
      {
        level: 'error',
        details: {
          err: { message: 'key() of the rate limit failed', cause: { message: 'secret' } },
        },
      },
    ]);
    expect(ran).toEqual([]);
  });
});

test('a store that fails is InternalError for every call, logged once', async () => {
  const consume = (): Promise<never> => Promise.reject(new Error('ECONNREFUSED'));
  const { api, log } = apiOf({ store: { consume }, key });
  const { json } = await postJson(api, [request('plain'), request('plain')]);
  expect(json).toMatchObject([{ error: { code: -32603 } }, { error: { code: -32603 } }]);
  expect(log).toMatchObject([
    { details: { err: { message: 'The store of the rate limit failed' } } },
  ]);
  expect(ran).toEqual([]);
});

test('a call waits for its store before it runs, and a shutdown waits for the call', async () => {
  const accepted = gate<RateLimitResult>();
  const store = { consume: () => accepted.promise };
  const { api } = apiOf({ store, key, storeTimeout: Infinity });
  const response = postJson(api, request('plain'));
  const closed = api.close().then(() => ran.push('closed'));
  expect(ran).toEqual([]);
  accepted.open({ msBeforeNext: 1, remainingPoints: 1, consumedPoints: 1 });
  expect((await response).status).toBe(200);
  await closed;
  expect(ran).toEqual(['plain', 'closed']);
});

describe('is rejected at declaration:', () => {
  test.each<[unknown, string]>([
    [60, 'rateLimit must be an object, not 60. Write { points: 100, duration: 60, key:'],
    [{ points: 1, duration: 1 }, 'rateLimit: key must be a function that returns the identity'],
    [{ duration: 1, key }, 'rateLimit: points must be a positive integer, not undefined'],
    [{ points: 0, duration: 1, key }, 'rateLimit: points must be a positive integer, not 0'],
    [{ points: 1, key }, 'rateLimit: duration must be a positive number of seconds'],
    [{ points: 1, duration: Infinity, key }, 'rateLimit: duration must be a positive number'],
    [{ ...tenPoints, maxKeys: 1.5 }, 'rateLimit: maxKeys must be a positive integer'],
    [{ ...tenPoints, onStoreError: 'open' }, "onStoreError must be 'reject' or 'allow'"],
    [{ store: {}, key }, 'rateLimit: store must be an object with the function consume'],
    [{ store: { consume: key }, key, points: 1 }, 'rateLimit: unknown option "points"'],
    [{ store: { consume: key }, key, storeTimeout: 0 }, 'storeTimeout must be from 1 to'],
  ])('%j', (rateLimit, message) => {
    expect(() => new Entrypoint('/rpc', { rateLimit } as EntrypointOptions)).toThrow(message);
  });

  test.each([-1, 0.5, Number.NaN, Infinity, '1'])('the cost %j of a method', (cost) => {
    const rpc = new Entrypoint('/rpc');
    expect(() => rpc.method('dear', { cost } as { cost: number }, () => null)).toThrow(
      'method "dear": cost must be 0 or a positive integer',
    );
  });
});
