import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Api,
  dependency,
  Entrypoint,
  type JsonRpcErrorResponse,
  resource,
} from '@jsonrpc-kit/core';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect } from 'vitest';
import type * as methods from '../../test/bank-api.js';
import {
  AuthError,
  ClosedUntil,
  createBank,
  getBalance,
  NotEnoughMoney,
  ping,
  withdraw,
} from '../../test/bank-api.js';
import {
  expressApp,
  fastifyApp,
  frameworkApps,
  honoApp,
  requestListener,
} from '../../test/framework-apps.js';
import {
  type JsonRpcFixtures,
  jsonRpcTest,
  jsonRpcTestOf,
  type JsonRpcTestClient,
  type TestableApp,
} from '../vitest.js';

const everyApp = jsonRpcTest
  .extend('app', (): TestableApp => createBank())
  .extend('jsonrpcUrl', '/bank');

describe.each(frameworkApps)('through $name', ({ create }) => {
  const test = everyApp.extend('app', () => create(createBank()));

  test('errors are captured by their method', async ({
    jsonrpcClient,
    allCapturedJsonRpcErrorResponses: captured,
  }) => {
    await jsonrpcClient.batch([
      { method: 'withdraw', params: { amount: 500 } },
      { method: 'withdraw', params: { amount: 'all' }, requestId: 'x' },
      { method: 'ping' },
      { method: 'unknown' },
    ]);
    const notEnough = new NotEnoughMoney({ balance: 100 });
    expect(captured.get(withdraw)).toEqual([
      notEnough.getResponse(0),
      { jsonrpc: '2.0', id: 'x', error: expect.objectContaining({ code: -32602 }) as unknown },
    ]);
    expect(captured.get(undefined)).toEqual([
      { jsonrpc: '2.0', id: 3, error: { code: -32601, message: 'Method not found' } },
    ]);
    expect([captured.has(ping), captured.size]).toEqual([false, 2]);
  });
});

describe('what is captured', () => {
  const test = everyApp;

  test('is there when the test has its answer, and holds what it was told by then', async ({
    jsonrpcClient,
    allCapturedJsonRpcErrorResponses: captured,
  }) => {
    expect(captured).toEqual(new Map());
    await jsonrpcClient.request({ body: 'nonsense' });
    expect(captured.get(undefined)).toMatchObject([{ id: null, error: { code: -32700 } }]);
    await jsonrpcClient.request({ json: [] });
    expect(captured.get(undefined)).toHaveLength(2);
    await jsonrpcClient.request({ body: '{}', headers: { 'content-type': 'text/plain' } });
    expect(captured.get(undefined)).toHaveLength(3);
  });

  test('has errors of notifications when they have ended', async ({
    jsonrpcClient,
    allCapturedJsonRpcErrorResponses: captured,
  }) => {
    await jsonrpcClient.notify('withdraw', { amount: 500 });
    await jsonrpcClient.settled();
    expect(captured.get(withdraw)).toMatchObject([{ id: null, error: { code: 6001 } }]);
  });

  describe('of a batch whose shared teardown fails', () => {
    const ledger = dependency(
      {},
      async function* ledger() {
        yield;
        throw new AuthError();
      },
      { teardown: 'before-response' },
    );
    const books = new Entrypoint('/books', {
      errors: [AuthError],
      dependencies: [ledger],
    });
    const write = books.method('write', {}, () => 'written');
    test.override('app', () => new Api().bindEntrypoint(books)).override('jsonrpcUrl', '/books');

    test('is the error that was answered in the end', async ({
      jsonrpcClient,
      allCapturedJsonRpcErrorResponses: captured,
    }) => {
      await jsonrpcClient.batch([{ method: 'write' }, { method: 'write' }]);
      expect(captured.get(write)).toMatchObject([
        { id: 0, error: { code: 7000 } },
        { id: 1, error: { code: 7000 } },
      ]);
    });
  });

  test('has nothing of requests that are answered otherwise', async ({
    jsonrpcClient,
    allCapturedJsonRpcErrorResponses: captured,
  }) => {
    await jsonrpcClient.jsonrpc('leave');
    await jsonrpcClient.notify('leave');
    await jsonrpcClient.request({ verb: 'GET' });
    await jsonrpcClient.settled();
    expect(captured.size).toBe(0);
  });

  test('has nothing of the test before', ({ allCapturedJsonRpcErrorResponses }) => {
    expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
  });
});

describe('calls without the client', () => {
  const message = (method: string, id?: number): object => ({
    jsonrpc: '2.0',
    id,
    method,
    params: { amount: 500 },
  });
  const init = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const batch = [message('withdraw', 7), message('unknown', 8), message('withdraw'), 5];
  const expected = new Map([
    [
      withdraw,
      [
        expect.objectContaining({ id: 7, error: expect.objectContaining({ code: 6001 }) }),
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: 6001 }) }),
      ],
    ],
    [
      undefined,
      [
        expect.objectContaining({ id: 8, error: expect.objectContaining({ code: -32601 }) }),
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32700 }) }),
      ],
    ],
  ]);

  describe('of Hono', () => {
    const test = jsonRpcTest.extend('app', () => honoApp(createBank()));

    test('by app.request() are captured', async ({
      app,
      allCapturedJsonRpcErrorResponses: captured,
    }) => {
      await app.request('/bank', init(batch));
      await app.request('/bank', { ...init(undefined), body: 'nonsense' });
      expect(sorted(captured)).toEqual(expected);
    });
  });

  describe('of Fastify', () => {
    const test = jsonRpcTest.extend('app', () => fastifyApp(createBank()));

    test('by app.inject() are captured', async ({
      app,
      allCapturedJsonRpcErrorResponses: captured,
    }) => {
      const headers = { 'content-type': 'application/json' };
      const request = { method: 'POST', url: '/bank', headers } as const;
      await app.inject({ ...request, payload: JSON.stringify(batch) });
      await app.inject({ ...request, payload: 'nonsense' });
      expect(sorted(captured)).toEqual(expected);
    });
  });

  describe.each([
    { name: 'Express', app: () => expressApp(createBank()) },
    { name: 'node:http', app: () => requestListener(createBank()) },
  ])('of $name', ({ app: createListener }) => {
    const test = jsonRpcTest.extend('app', () => createListener());

    test('by fetch() on a socket are captured', async ({
      app,
      allCapturedJsonRpcErrorResponses: captured,
    }) => {
      const server = createServer(app).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bank`;
      await fetch(url, init(batch));
      await fetch(url, { ...init(undefined), body: 'nonsense' });
      expect(sorted(captured)).toEqual(expected);
      server.close();
    });
  });

  /** The order in which a batch's notifications end among its calls is not specified. */
  function sorted(captured: JsonRpcFixtures['allCapturedJsonRpcErrorResponses']): typeof captured {
    const rank = ({ id }: JsonRpcErrorResponse): number => (id === null ? 1 : 0);
    return new Map(
      Array.from(captured, ([route, responses]) => [
        route,
        responses.toSorted((one, other) => rank(one) - rank(other)),
      ]),
    );
  }
});

describe('the app is started and closed around its test', () => {
  const events: string[] = [];
  const eventfulApp = (): FastifyInstance => {
    const app = fastifyApp(createBank());
    app.addHook('onReady', async () => void events.push('onReady'));
    app.addHook('onClose', async () => void events.push('onClose'));
    return app;
  };

  describe('Fastify', () => {
    const test = jsonRpcTest.extend('app', eventfulApp).extend('jsonrpcUrl', '/bank');

    test('with a client: it is ready when the test begins', async ({ jsonrpcClient }) => {
      expect(events).toEqual(['onReady']);
      expect(await jsonrpcClient.jsonrpc('ping')).toBeJsonRpcResult('pong');
    });

    test('with a client: it is closed when the next test begins', async ({ app }) => {
      expect(events.splice(0)).toEqual(['onReady', 'onClose']);
      await app.inject('/');
      expect(events).toEqual(['onReady']);
    });

    test('without a client: it is closed, too', () => {
      expect(events.splice(0)).toEqual(['onReady', 'onClose']);
    });
  });

  describe('an Api', () => {
    const test = jsonRpcTest.extend('app', () =>
      createBank().onClosed(() => void events.push('onClosed')),
    );

    test('is open in its test', async ({ jsonrpcClient }) => {
      expect(await jsonrpcClient.jsonrpc('ping')).toBeJsonRpcResult('pong');
      expect(events).toEqual([]);
    });

    test('is closed when the next test begins', () => {
      expect(events.splice(0)).toEqual(['onClosed']);
    });
  });

  describe('the Api of a framework that has no end', () => {
    const test = jsonRpcTest
      .extend('api', () => createBank().onClosed(() => void events.push('onClosed')))
      .extend('app', ({ api }) => honoApp(api))
      .extend('jsonrpcUrl', '/bank');

    test('is open in its test', async ({ jsonrpcClient }) => {
      expect(await jsonrpcClient.jsonrpc('ping')).toBeJsonRpcResult('pong');
      expect(events).toEqual([]);
    });

    test('is closed when the next test begins', () => {
      expect(events.splice(0)).toEqual(['onClosed']);
    });
  });

  describe('unless jsonrpcKeepAppOpen is set', () => {
    const app = eventfulApp();
    const test = jsonRpcTest
      .extend('app', () => app)
      .extend('jsonrpcUrl', '/bank')
      .extend('jsonrpcKeepAppOpen', true);
    afterAll(() => app.close());

    describe.each(['one test', 'another test'])('%s', () => {
      test('is given the app open', async ({ jsonrpcClient }) => {
        expect(await jsonrpcClient.jsonrpc('ping')).toBeJsonRpcResult('pong');
        expect(events).toEqual(['onReady']);
      });
    });
  });
});

describe('dependencyOverrides', () => {
  const api = createBank();
  const test = jsonRpcTest.extend('app', () => api).extend('jsonrpcKeepAppOpen', true);
  const withBalance = (balance: number): typeof getBalance => dependency({}, () => balance);

  test('hold for the test', async ({ dependencyOverrides, jsonrpcClient }) => {
    dependencyOverrides.set(getBalance, withBalance(50)).set(getBalance, withBalance(40));
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 1 })).toBeJsonRpcResult({
      balance: 39,
    });
  });

  test('and are undone when it has ended', async ({ jsonrpcClient }) => {
    expect(api.dependencyOverrides.size).toBe(0);
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 1 })).toBeJsonRpcResult({
      balance: 99,
    });
  });

  const replaced = withBalance(30);
  describe('of an application that replaces the dependency itself', () => {
    test('hold for the test', ({ dependencyOverrides }) => {
      expect(api.dependencyOverrides.size).toBe(0);
      api.dependencyOverrides.set(getBalance, replaced);
      dependencyOverrides.set(getBalance, withBalance(50));
    });

    test('and give way to what was there', () => {
      expect(api.dependencyOverrides.get(getBalance)).toBe(replaced);
      api.dependencyOverrides.clear();
    });
  });
});

describe('dependencyOverrides of a resource', () => {
  const limit = resource<number>('limit');
  const bank = new Entrypoint('/bank');
  bank.method('limit', { args: { limit } }, (args) => args.limit);
  const api = new Api().bindEntrypoint(bank).provide(limit, 100);
  const test = jsonRpcTest.extend('app', () => api).extend('jsonrpcKeepAppOpen', true);

  test('replace it for the test', async ({ dependencyOverrides, jsonrpcClient }) => {
    dependencyOverrides.set(limit, () => 5);
    expect(await jsonrpcClient.jsonrpc('limit')).toBeJsonRpcResult(5);
  });

  test('are undone when the test has ended', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('limit')).toBeJsonRpcResult(100);
  });
});

describe('dependencyOverrides of an app that hides its api', () => {
  const test = jsonRpcTest
    .extend('jsonrpcUrl', '/bank')
    .extend('api', () => createBank())
    .extend('app', ({ api }) => honoApp(api));

  test('work on the api that is supplied', async ({ dependencyOverrides, jsonrpcClient }) => {
    dependencyOverrides.set(getBalance, () => 50);
    expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 1 })).toBeJsonRpcResult({
      balance: 49,
    });
  });
});

describe('the client of a test', () => {
  const closed: JsonRpcTestClient[] = [];
  const events: string[] = [];
  const slow = new Entrypoint('/slow');
  slow.method('work', {}, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    events.push('worked');
  });
  const test = jsonRpcTest.extend('app', ({ task: _ }, { onCleanup }) => {
    onCleanup(() => void events.push('app ended'));
    return new Api().bindEntrypoint(slow);
  });

  test('is open for its time', async ({ jsonrpcClient }) => {
    closed.push(jsonrpcClient);
    await jsonrpcClient.notify('work');
    expect(events).toEqual([]);
  });

  test('and closed when all that it began has ended, before the app is', async () => {
    expect(events).toEqual(['worked', 'app ended']);
    await expect(closed[0]?.jsonrpc('work')).rejects.toThrow('This JsonRpcTestClient is closed');
  });
});

describe('jsonrpcHeaders', () => {
  const test = everyApp.extend('jsonrpcHeaders', { user: 'ann' });
  const userIn = ({ result }: { readonly result?: unknown }): unknown =>
    (result as { readonly headers: { readonly user?: string } }).headers.user;

  test('go with every call, unless it says otherwise', async ({ jsonrpcClient }) => {
    expect(userIn(await jsonrpcClient.jsonrpc('echo'))).toBe('ann');
    const [first] = await jsonrpcClient.batch([{ method: 'echo' }]);
    expect(userIn(first)).toBe('ann');
    const headers = { user: undefined };
    expect(userIn(await jsonrpcClient.jsonrpc('echo', {}, { headers }))).toBeUndefined();
  });

  describe('of some tests', () => {
    test.override('jsonrpcHeaders', () => ({ user: 'bob' }));

    test('are others', async ({ jsonrpcClient }) => {
      expect(userIn(await jsonrpcClient.jsonrpc('echo'))).toBe('bob');
    });
  });
});

describe('by default', () => {
  const test = everyApp;

  test('no headers of the project are sent', async ({ jsonrpcClient }) => {
    const { result } = await jsonrpcClient.jsonrpc('echo');
    expect(result).toMatchObject({ headers: { type: 'application/json' } });
    expect(result).not.toHaveProperty('headers.user');
  });

  test('dates arrive as strings', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('nextVisit')).toBeJsonRpcResult({
      at: '1970-01-01T00:00:00.000Z',
    });
    const answer = await jsonrpcClient.jsonrpc('nextVisit', { isHoliday: true });
    expect(answer).toBeJsonRpcError(ClosedUntil, { until: '1970-01-01T00:00:00.001Z' });
  });
});

describe('jsonRpcTestOf', () => {
  const test = jsonRpcTestOf<typeof methods, AuthError>().extend('app', () => createBank());

  test('is the same with types', async ({ jsonrpcClient }) => {
    const { result } = await jsonrpcClient.jsonrpc('withdraw', { amount: 5 });
    expect(result?.balance).toBe(95);
  });
});
