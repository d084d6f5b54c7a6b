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
  rpc.method('expensive', { cost: 6 }, () => ran.push('expensive'));
  rpc.method('free', { cost: 0 }, () => ran.push('free'));
  return serve(rpc);
}

/** Counts how often a caller can send this message, in separate requests, until it is rejected. */
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

describe('the cost of a call', () => {
  test.each([
    ['a call of a method without cost', 10, request('plain')],
    ['a call of a method of cost 6', 1, request('expensive')],
    ['a call of a method of cost 0', Infinity, request('free')],
    ['a notification', 10, notification('plain')],
    ['a notification of cost 6', 1, notification('expensive')],
    ['a call of an unknown method', 10, request('nothing')],
    ['a call of a reserved name', 10, request('rpc.discover')],
    ['an item that is not an object', 10, 1],
    ['an invalid request that names a free method', 10, { ...request('free'), id: null }],
    [
      'an invalid request that names an expensive method',
      10,
      { ...request('expensive'), other: 1 },
    ],
  ])('a caller with 10 points can send %s %d times', async (_, times, message) => {
    expect(await callsUntilRejected(apiOf().api, message)).toBe(times);
  });

  test('charges a request that names a free method on the route of another method', async () => {
    const { api } = apiOf();
    const { method: _, ...unnamed } = request('free');
    for (let count = 0; count < 10; count += 1) {
      await postJson(api, request('free'), { path: '/rpc/plain' });
    }
    const options = { path: '/rpc/plain' };
    expect((await postJson(api, request('free'), options)).status).toBe(429);
    expect((await postJson(api, unnamed, { path: '/rpc/free' })).status).toBe(200);
  });

  test('counts the points of each caller separately', async () => {
    const { api } = apiOf();
    const alice = { headers: { 'x-caller': 'alice' } };
    await postJson(api, [request('expensive'), request('expensive')], alice);
    expect((await postJson(api, request('plain'), alice)).status).toBe(429);
    expect((await postJson(api, request('plain'))).status).toBe(200);
  });

  test('counts the points of an entrypoint separately in each api', async () => {
    const rpc = new Entrypoint('/rpc', { rateLimit: tenPoints });
    rpc.method('all', { cost: 10 }, () => null);
    expect((await postJson(serve(rpc).api, request('all'))).status).toBe(200);
    expect((await postJson(serve(rpc).api, request('all'))).status).toBe(200);
  });

  test('charges nothing for invalid JSON or an empty batch', async () => {
    const { api } = apiOf();
    for (let count = 0; count < 20; count += 1) await postJson(api, []);
    const { headers } = await postJson(api, request('plain'));
    expect(remaining(headers)).toBe(9);
  });
});

describe('a rejected call', () => {
  test('rejects a call with LimitExceeded and status 429 before any of it runs', async () => {
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
    await postJson(api, [request('expensive'), request('plain')]);
    ran = [];
    const { status, json, headers } = await postJson(api, { ...request('expensive'), id: 7 });
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

  test('a rejected call does not affect the calls of its batch that fit into the limit', async () => {
    const { api, log } = apiOf();
    const batch = [
      request('expensive'),
      request('plain'),
      notification('plain'),
      request('expensive'),
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
    expect(ran).toEqual(['expensive', 'plain', 'plain', 'free']);
    expect(log).toMatchObject([{ level: 'warn', details: { method: 'plain' } }]);
  });

  test('logs a rejected notification, without a response', async () => {
    const { api, log } = apiOf();
    await postJson(api, [request('expensive'), request('expensive')]);
    const { status, text, headers } = await postJson(api, notification('plain'));
    expect([status, text, remaining(headers)]).toEqual([429, '', 0]);
    expect(log).toMatchObject([
      { level: 'warn', message: 'Notification dropped: its caller is over the rate limit' },
    ]);
    expect(ran).toEqual(['expensive']);
  });

  test('a rejected call gets the error of a shared teardown that fails', async () => {
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
    const { json } = await postJson(api, [request('expensive'), request('expensive')]);
    expect(json).toMatchObject([{ error: { code: 7001 } }, { error: { code: 7001 } }]);
  });
});

describe('the headers of a rate limit', () => {
  test('are part of a response without a body and of the response to an HttpError', async () => {
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

  test('are only part of responses to charged requests', async () => {
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

  test('responds to the HTTP request with the HttpError that key() throws', async () => {
    const { api } = apiOf(failing(new HttpError(401, 'Who are you?')));
    const { status, json } = await postJson(api, [request('plain'), notification('plain')]);
    expect({ status, json }).toEqual({ status: 401, json: { detail: 'Who are you?' } });
    expect(ran).toEqual([]);
  });

  test('responds to every call with the typed error that key() throws', async () => {
    const { api, log } = apiOf(failing(new LimitExceeded()));
    const { status, json } = await postJson(api, [request('plain'), request('nothing')]);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ error: { code: -32005 } }, { error: { code: -32005 } }]);
    expect({ log, ran }).toEqual({ log: [], ran: [] });
  });

  test('responds to every call with InternalError, logged once, when key() fails', async () => {
    const shared = dependency({}, () => ran.push('shared'));
    const { api, log } = apiOf(failing(new Error('secret')), { dependencies: [shared] });
    const { text, json } = await postJson(api, [request('plain'), request('plain')]);
    expect(json).toMatchObject([{ error: { code: -32603 } }, { error: { code: -32603 } }]);
    expect(text).not.toContain('secret');
    expect(log).toMatchObject([
      {
        level: 'error',
        details: {
          err: { message: 'rateLimit: key() failed', cause: { message: 'secret' } },
        },
      },
    ]);
    expect(ran).toEqual([]);
  });
});

test('responds to every call with InternalError, logged once, when the store fails', async () => {
  const consume = (): Promise<never> => Promise.reject(new Error('ECONNREFUSED'));
  const { api, log } = apiOf({ store: { consume }, key });
  const { json } = await postJson(api, [request('plain'), request('plain')]);
  expect(json).toMatchObject([{ error: { code: -32603 } }, { error: { code: -32603 } }]);
  expect(log).toMatchObject([{ details: { err: { message: 'rateLimit: the store failed' } } }]);
  expect(ran).toEqual([]);
});

test('a call waits for the store of its rate limit, and close() waits for the call', async () => {
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

describe('validation of the declaration', () => {
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
  ])('rejects the rateLimit %j when it is declared', (rateLimit, message) => {
    expect(() => new Entrypoint('/rpc', { rateLimit } as EntrypointOptions)).toThrow(message);
  });

  test.each([-1, 0.5, Number.NaN, Infinity, '1'])(
    'rejects the cost %j when the method is declared',
    (cost) => {
      const rpc = new Entrypoint('/rpc');
      expect(() => rpc.method('expensive', { cost } as { cost: number }, () => null)).toThrow(
        'method "expensive": cost must be 0 or a positive integer',
      );
    },
  );
});
