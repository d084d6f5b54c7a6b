import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, postText, serve } from '../../test/call.js';
import { gate, notification, request } from '../../test/in-process.js';
import {
  type Api,
  defineError,
  defineMethod,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  LimitExceeded,
} from '../index.js';
import { rateLimit, type RateLimitOptions, type RateLimitResult } from '../rate-limit.js';

class Blocked extends defineError({ code: 6500, message: 'Blocked' }) {}

let ran: string[];
const key: RateLimitOptions['key'] = (httpRequest) => httpRequest.header('x-caller') ?? '';
const tenPoints: RateLimitOptions = { points: 10, duration: 60, key };

beforeEach(() => {
  ran = [];
});

function apiOf(
  limit: RateLimitOptions = tenPoints,
  options: EntrypointOptions = {},
): ReturnType<typeof serve> {
  const rpc = new Entrypoint('/rpc', { rateLimit: rateLimit(limit), ...options });
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

  test.each([
    ['is not JSON', { kind: 'text', text: '{' }],
    ['is empty', { kind: 'text', text: '' }],
    ['is an empty batch', { kind: 'value', value: [] }],
    ['is a batch that is too large', { kind: 'value', value: [1, 1, 1] }],
    ['is not UTF-8', { kind: 'not-utf-8' }],
  ] as const)('a body that %s costs one point', async (_, body) => {
    const { api } = apiOf(tenPoints, { limits: { maxBatchSize: 2 } });
    const first = await postText(api, '', { body });
    expect(first.json).toMatchObject({ id: null });
    expect(remaining(first.headers)).toBe(9);
    for (let count = 1; count < 10; count += 1) await postText(api, '', { body });
    const { status, json, headers } = await postText(api, '', { body });
    expect({ status, json }).toMatchObject({
      status: 429,
      json: { id: null, error: { code: -32005, data: { retryAfterMs: expect.any(Number) } } },
    });
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('a body that is too large costs nothing', async () => {
    const { api } = apiOf({ points: 1, duration: 60, key });
    await postText(api, '', { body: { kind: 'too-large' } });
    expect((await postJson(api, request('plain'))).status).toBe(200);
  });

  test.each([
    ['an HttpError', new HttpError(401, 'Who are you?'), 401, { detail: 'Who are you?' }, 0],
    ['a typed error', new Blocked(), 200, { id: null, error: { code: 6500 } }, 0],
    ['another error', new Error('broken'), 200, { id: null, error: { code: -32603 } }, 1],
  ])('%s of key() is the response to a body that is not JSON', async (_, error, ...expected) => {
    const { api, log } = apiOf({ ...tenPoints, key: () => Promise.reject(error) });
    const { status, json } = await postText(api, '{');
    expect([status, json, log.length]).toMatchObject(expected);
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
    const rpc = new Entrypoint('/rpc', { rateLimit: rateLimit(tenPoints) });
    rpc.method('all', { cost: 10 }, () => null);
    expect((await postJson(serve(rpc).api, request('all'))).status).toBe(200);
    expect((await postJson(serve(rpc).api, request('all'))).status).toBe(200);
  });
});

describe('a rejected call', () => {
  test('rejects a call with LimitExceeded and status 429 before any of it runs', async () => {
    const shared = dependency({}, () => ran.push('shared'));
    const { api } = apiOf(tenPoints, {
      messageDependencies: [shared],
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
    const { api } = apiOf(tenPoints, { messageDependencies: [commit] });
    const { json } = await postJson(api, [request('expensive'), request('expensive')]);
    expect(json).toMatchObject([{ error: { code: 7001 } }, { error: { code: 7001 } }]);
  });
});

describe('the rate limit of a method', () => {
  const perHour = (points: number) => rateLimit({ points, duration: 3600, key });

  test('limits its calls only', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('login', { rateLimit: perHour(1) }, () => ran.push('login'));
    rpc.method('plain', {}, () => ran.push('plain'));
    const { api } = serve(rpc);
    const { headers } = await postJson(api, [request('login'), request('plain')]);
    expect(headers.get('ratelimit-policy')).toBe('"login";q=1;w=3600');
    const { status, json } = await postJson(api, [request('login'), request('plain')]);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ error: { code: -32005 } }, { result: 3 }]);
    expect((await postJson(api, request('login'))).status).toBe(429);
    const plain = await postJson(api, request('plain'));
    expect([plain.status, plain.headers.get('ratelimit')]).toEqual([200, null]);
    expect(ran).toEqual(['login', 'plain', 'plain', 'plain']);
  });

  test('several methods share its points, also on other entrypoints', async () => {
    const shared = perHour(2);
    const declared = (name: string) => defineMethod(name, { rateLimit: shared }, () => name);
    const first = new Entrypoint('/rpc').addMethods([declared('login'), declared('reset')]);
    const second = new Entrypoint('/other').addMethods([declared('verify')]);
    const { api } = serve(first, second);
    await postJson(api, request('login'));
    const { headers } = await postJson(api, request('reset'));
    expect(headers.get('ratelimit')).toMatch(/^"login";r=0;t=\d+$/);
    expect((await postJson(api, request('verify'), { path: '/other' })).status).toBe(429);
  });

  test('charges the limit of the entrypoint first, and not for calls that it rejects', async () => {
    const rpc = new Entrypoint('/rpc', { rateLimit: rateLimit({ points: 3, duration: 60, key }) });
    rpc.method('login', { rateLimit: perHour(2) }, () => null);
    const { api } = serve(rpc);
    const first = await postJson(
      api,
      [1, 2, 3].map(() => request('login')),
    );
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject([{ result: null }, { result: null }, { error: {} }]);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60, "login";q=2;w=3600');
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+, "login";r=0;t=\d+$/);
    const second = await postJson(api, request('login'));
    expect([second.status, second.headers.get('ratelimit')]).toEqual([
      429,
      expect.stringMatching(/^"default";r=0;t=\d+$/),
    ]);
  });

  test('a call says when the limit that rejects it accepts calls again', async () => {
    const rpc = new Entrypoint('/rpc', { rateLimit: rateLimit({ points: 2, duration: 60, key }) });
    rpc.method('login', { rateLimit: perHour(1) }, () => null);
    const { api } = serve(rpc);
    await postJson(api, request('login'));
    const calls = [request('login'), request('login')];
    const { status, json, headers } = await postJson(api, calls);
    const [byMethod, byEntrypoint] = (json as { error: { data: { retryAfterMs: number } } }[]).map(
      ({ error }) => error.data.retryAfterMs,
    );
    expect(byMethod).toBeGreaterThan(3_500_000);
    expect(byEntrypoint).toBeLessThanOrEqual(60_000);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
  });

  test('is charged with the cost of the method, and once if it is that of the entrypoint', async () => {
    const limit = perHour(10);
    const rpc = new Entrypoint('/rpc', { rateLimit: limit });
    rpc.method('report', { rateLimit: limit, cost: 4 }, () => null);
    const { api } = serve(rpc);
    const { headers } = await postJson(api, request('report'));
    expect(remaining(headers)).toBe(6);
  });

  test('has the name of the first method that uses it, not of one that was rejected', async () => {
    const limit = perHour(2);
    const rpc = new Entrypoint('/rpc');
    rpc.method('plain', {}, () => null);
    expect(() => rpc.method('plain', { rateLimit: limit }, () => null)).toThrow('is already');
    expect((await postJson(serve(rpc).api, request('plain'))).headers.has('ratelimit')).toBe(false);
    rpc.method('login', { rateLimit: limit }, () => null);
    const { headers } = await postJson(serve(rpc).api, request('login'));
    expect(headers.get('ratelimit-policy')).toBe('"login";q=2;w=3600');
  });

  test('api.close() waits until a body without calls is charged', async () => {
    const store = gate();
    const rpc = new Entrypoint('/rpc', {
      rateLimit: rateLimit({ ...tenPoints, key: async () => (await store.promise, 'ann') }),
    });
    const { api } = serve(rpc);
    const rejected = postText(api, '{');
    const closed = api.close();
    let hasClosed = false;
    void closed.then(() => (hasClosed = true));
    await new Promise(setImmediate);
    expect(hasClosed).toBe(false);
    store.open();
    expect((await rejected).json).toMatchObject({ error: { code: -32700 } });
    await closed;
  });

  test('identifies the caller only if a call of the method arrives', async () => {
    const callers: string[] = [];
    const counting = rateLimit({
      ...tenPoints,
      key: () => `caller ${callers.push('called')}`,
    });
    const rpc = new Entrypoint('/rpc');
    rpc.method('login', { rateLimit: counting }, () => null);
    rpc.method('plain', {}, () => null);
    const { api } = serve(rpc);
    await postJson(api, [request('plain'), request('unknown'), 1]);
    await postText(api, '{');
    expect(callers).toEqual([]);
    await postJson(api, request('login'));
    expect(callers).toEqual(['called']);
  });

  test('an HttpError of its key() ends the whole message', async () => {
    const refusing = rateLimit({ ...tenPoints, key: () => Promise.reject(new HttpError(401)) });
    const rpc = new Entrypoint('/rpc');
    rpc.method('login', { rateLimit: refusing }, () => ran.push('login'));
    rpc.method('plain', {}, () => ran.push('plain'));
    const { status } = await postJson(serve(rpc).api, [request('plain'), request('login')]);
    expect([status, ran]).toEqual([401, []]);
  });

  test('fails only the calls of the method if its key() or its store fails', async () => {
    const failing = rateLimit({ ...tenPoints, key: () => Promise.reject(new Error('secret')) });
    const rpc = new Entrypoint('/rpc', { rateLimit: rateLimit(tenPoints) });
    rpc.method('login', { rateLimit: failing }, () => ran.push('login'));
    rpc.method('plain', {}, () => ran.push('plain'));
    const { api, log } = serve(rpc);
    const calls = [request('login'), request('plain'), request('login')];
    const { status, json, headers } = await postJson(api, calls);
    const failed = { error: { code: -32603, message: 'Internal error' } };
    expect(json).toMatchObject([failed, { result: 1 }, failed]);
    expect([status, remaining(headers), ran]).toEqual([200, 7, ['plain']]);
    expect(log).toMatchObject([
      {
        message: 'Call failed',
        details: { method: 'login', err: { message: 'rateLimit: key() failed' } },
      },
      { message: 'Call failed', details: { method: 'login' } },
    ]);
  });

  test('is rejected unless it comes from rateLimit()', () => {
    const rpc = new Entrypoint('/rpc');
    expect(() => rpc.method('login', { rateLimit: tenPoints as never }, () => null)).toThrow(
      'method "login": rateLimit must be a value from rateLimit(), not an object.',
    );
  });
});

describe('the headers of a rate limit', () => {
  test('are part of a response without a body and of the response to an HttpError', async () => {
    const { api } = apiOf(tenPoints, {
      messageDependencies: [
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

  test.each([
    [0, '1'],
    [200, '1'],
    [1_001, '2'],
  ])(
    'include retry-after in whole seconds, rounded up, and at least 1: %d ms is %s',
    async (msBeforeNext, after) => {
      const used = gate<RateLimitResult>();
      used.fail({ msBeforeNext, remainingPoints: 0, consumedPoints: 11 });
      const store = { points: 10, duration: 60, consume: () => used.promise };
      const { status, headers } = await postJson(apiOf({ store, key }).api, request('plain'));
      expect([status, headers.get('retry-after')]).toEqual([429, after]);
    },
  );

  test('are only part of responses to charged requests', async () => {
    const { api } = apiOf();
    for (const { headers } of [
      await postJson(api, request('plain'), { verb: 'GET' }),
      await postJson(api, request('free')),
      await postText(api, '', { body: { kind: 'too-large' } }),
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
    const { api, log } = apiOf(failing(new Error('secret')), { messageDependencies: [shared] });
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
  test('rejects options that were not passed to rateLimit()', () => {
    expect(() => new Entrypoint('/rpc', { rateLimit: tenPoints as never })).toThrow(
      'entrypoint "/rpc": rateLimit must be a value from rateLimit(), not an object. Write rateLimit: ' +
        'rateLimit({ points: 100, duration: 60, key }), from @jsonrpc-kit/core/rate-limit.',
    );
  });

  test('entrypoints with the same rate limit share its points', async () => {
    const shared = rateLimit({ points: 1, duration: 60, key });
    const entrypointAt = (path: string): Entrypoint =>
      new Entrypoint(path, { rateLimit: shared }).addMethods([
        defineMethod('plain', {}, () => 'plain'),
      ]);
    const { api } = serve(entrypointAt('/first'), entrypointAt('/second'));
    const statusAt = async (path: string) =>
      (await postJson(api, request('plain'), { path })).status;
    expect([await statusAt('/first'), await statusAt('/second')]).toEqual([200, 429]);
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
