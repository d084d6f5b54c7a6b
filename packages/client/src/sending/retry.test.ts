import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { getEventListeners, once } from 'node:events';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordResponses, requestObjects } from '../../test/recorder.js';
import {
  errors,
  type Reaction,
  serveUnreliableBank,
  status,
  type UnreliableBank,
} from '../../test/unreliable-bank.js';
import {
  type Client,
  type ClientOptions,
  createClient,
  type RemoteMethods,
  type RetryOptions,
  safe,
} from '../index.js';

type Bank = RemoteMethods<{
  withdraw: { params: { amount: number }; result: number; idempotent: true };
  ping: { params: {}; result: unknown };
}>;

/** Short delays keep the tests fast. */
const retry: RetryOptions = { delay: 2, maxDelay: 4 };
const idempotent = { withdraw: true } as const;

function clientOf(
  { url }: Pick<UnreliableBank, 'url'>,
  options: Partial<ClientOptions> = {},
): Client<Bank> {
  return createClient<Bank>({ url, idempotent, retry, ...options });
}

const keysOf = ({ requests }: UnreliableBank): (string | undefined)[] =>
  requests.flat().map(({ idempotencyKey }) => idempotencyKey);

const withoutIds = (calls: UnreliableBank['requests'][number] = []): unknown[] =>
  calls.map(({ id: _id, ...call }) => call);

const breaks = ['break before', 'break after', 'break within'] as const;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a call of an idempotent method', () => {
  test.each(breaks)('succeeds and has run once when connections %s', async (reaction) => {
    const server = await serveUnreliableBank(reaction, reaction);
    await expect(clientOf(server).withdraw({ amount: 5 })).resolves.toBe(1);
    expect(server.requests).toHaveLength(3);
    expect(server.withdrawals()).toBe(1);
  });

  test('sends the same params with one key, and another id, in every attempt', async () => {
    const server = await serveUnreliableBank('break after', 'break after');
    await clientOf(server).withdraw({ amount: 5 });
    const [first, ...others] = server.requests.flat();
    expect(first).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'withdraw',
      params: { amount: 5 },
      idempotencyKey: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    });
    expect(others).toEqual([
      { ...first, id: 2 },
      { ...first, id: 3 },
    ]);
  });

  test('has another key than other calls', async () => {
    const server = await serveUnreliableBank();
    const bank = clientOf(server);
    await Promise.all([bank.withdraw({ amount: 5 }), bank.withdraw({ amount: 5 })]);
    expect(new Set(keysOf(server)).size).toBe(2);
    expect(server.withdrawals()).toBe(2);
  });

  test('has the key that the caller passes', async () => {
    const server = await serveUnreliableBank('break after');
    const bank = clientOf(server);
    await bank.withdraw({ amount: 5 }, { idempotencyKey: 'order-1' });
    await bank.withdraw({ amount: 5 }, { idempotencyKey: 'order-1' });
    expect(keysOf(server)).toEqual(['order-1', 'order-1', 'order-1']);
    expect(server.withdrawals()).toBe(1);
  });

  test('has a unique key on pages without HTTPS, where crypto.randomUUID is missing', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    onTestFinished(() => void vi.unstubAllGlobals());
    const server = await serveUnreliableBank();
    const bank = clientOf(server);
    await bank.withdraw({ amount: 5 });
    await bank.withdraw({ amount: 5 });
    const keys = keysOf(server);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key?.length).toBeGreaterThan(16);
  });

  test('succeeds when the server starts after the first attempt', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const bank = await serveUnreliableBank();
    const fetched: string[] = [];
    const client = clientOf(
      { url: `http://127.0.0.1:${port}/` },
      {
        fetch: (url, init) => {
          fetched.push(url);
          return fetch(fetched.length === 1 ? url : bank.url, init);
        },
      },
    );
    await expect(client.withdraw({ amount: 5 })).resolves.toBe(1);
    expect(fetched).toHaveLength(2);
  });

  test.each([502, 503, 504])('is retried after the HTTP status %i', async (code) => {
    const server = await serveUnreliableBank(status(code));
    await expect(clientOf(server).withdraw({ amount: 5 })).resolves.toBe(1);
    expect(server.requests).toHaveLength(2);
  });

  test.each([400, 401, 404, 413, 500])('is not retried after the HTTP status %i', async (code) => {
    const server = await serveUnreliableBank(status(code));
    const call = clientOf(server).withdraw({ amount: 5 });
    await expect(call).rejects.toMatchObject({ code: 'http-status', status: code });
    expect(server.requests).toHaveLength(1);
  });

  test('is not retried after a redirect', async () => {
    const server = await serveUnreliableBank(status(307, { headers: { location: '/elsewhere' } }));
    await expect(clientOf(server).withdraw({ amount: 5 })).rejects.toMatchObject({
      code: 'network',
    });
    expect(server.requests).toHaveLength(1);
  });

  test('is retried when a JSON-RPC error with the status 503 rejects the whole request', async () => {
    const body = { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'Limit exceeded' } };
    const server = await serveUnreliableBank(status(503, { body }));
    await expect(clientOf(server).withdraw({ amount: 5 })).resolves.toBe(1);
    const rejecting = await serveUnreliableBank(status(503, { body }));
    const call = clientOf(rejecting, { retry: false }).withdraw({ amount: 5 });
    await expect(call).rejects.toMatchObject({ code: -32005, cause: { status: 503 } });
  });

  test('is retried after the timeout of the server', async () => {
    const server = await serveUnreliableBank(errors(-32002));
    await expect(clientOf(server).withdraw({ amount: 5 })).resolves.toBe(1);
  });

  test.each([-32603, -32602, 6001, -32005])(
    'is not retried after an error with the code %i',
    async (code) => {
      const server = await serveUnreliableBank(errors(code));
      await expect(clientOf(server).withdraw({ amount: 5 })).rejects.toMatchObject({ code });
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each([
    ['a call that is in flight', -32009],
    ['a conflict', -32014],
  ])('is retried after the `retryAfterMs` of an error, as for %s', async (_, code) => {
    const server = await serveUnreliableBank(errors(code, { retryAfterMs: 60 }));
    await expect(clientOf(server).withdraw({ amount: 5 })).resolves.toBe(1);
    const [first = 0, second = 0] = server.arrivals;
    // Timers may fire a millisecond early.
    expect(second - first).toBeGreaterThanOrEqual(58);
  });

  test('is retried when one attempt has taken longer than attemptTimeout', async () => {
    const server = await serveUnreliableBank('silent', 'silent');
    const client = clientOf(server, { retry: { ...retry, attemptTimeout: 30 } });
    await expect(client.withdraw({ amount: 5 })).resolves.toBe(1);
    expect(server.requests).toHaveLength(3);
  });
});

describe('the retries of a call', () => {
  test('end after the last attempt with its error', async () => {
    const server = await serveUnreliableBank(
      status(502),
      'break before',
      status(504),
      status(502),
      status(503),
    );
    const call = clientOf(server).withdraw({ amount: 5 });
    await expect(call).rejects.toMatchObject({ code: 'http-status', status: 503 });
    expect(server.requests).toHaveLength(5);
  });

  test('end when the next one would start after maxTime', async () => {
    const server = await serveUnreliableBank(status(503), status(503), status(503));
    const client = clientOf(server, { retry: { attempts: 100, delay: 1_000, maxTime: 400 } });
    await expect(client.withdraw({ amount: 5 })).rejects.toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  test('end at once when the server asks to wait for longer than maxTime allows', async () => {
    const asks = status(503, { headers: { 'retry-after': '61' } });
    const server = await serveUnreliableBank(asks);
    await expect(clientOf(server).withdraw({ amount: 5 })).rejects.toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(1);
  });

  test('do not exceed the timeout of the call', async () => {
    const server = await serveUnreliableBank('break after', 'silent');
    const call = clientOf(server).withdraw({ amount: 5 }, { timeout: 80 });
    await expect(call).rejects.toMatchObject({
      code: 'timeout',
      message: 'No response within 80 ms',
    });
    expect(server.requests).toHaveLength(2);
  });

  test('end at once when the signal is aborted between two attempts', async () => {
    const server = await serveUnreliableBank(status(503, { headers: { 'retry-after': '30' } }));
    const controller = new AbortController();
    const { signal } = controller;
    const call = clientOf(server).withdraw({ amount: 5 }, { signal });
    await expect.poll(() => server.requests.length).toBe(1);
    await expect.poll(() => getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort(new Error('closed'));
    await expect(call).rejects.toMatchObject({ code: 'aborted', cause: { message: 'closed' } });
    expect(server.requests).toHaveLength(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('end at once when the signal is aborted during an attempt', async () => {
    const server = await serveUnreliableBank('break after', 'silent');
    const controller = new AbortController();
    const call = clientOf(server).withdraw({ amount: 5 }, { signal: controller.signal });
    const aborted = safe(call);
    await expect.poll(() => server.requests.length).toBe(2);
    controller.abort();
    expect(await aborted).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });

  test.each<[number, RetryOptions | false]>([
    [1, false],
    [1, { attempts: 1 }],
    [2, { attempts: 2, delay: 0 }],
  ])('are limited to %i attempts by the option retry: %j', async (count, option) => {
    const server = await serveUnreliableBank('break after', 'break after', 'break after');
    const call = clientOf(server, { retry: option }).withdraw({ amount: 5 });
    await expect(call).rejects.toMatchObject({ code: 'network' });
    expect(server.requests).toHaveLength(count);
  });

  /** Returns when each request was sent, with fake timers. */
  async function recordTimes(
    response: () => unknown,
    random: number,
    options: RetryOptions = {},
  ): Promise<number[]> {
    vi.useFakeTimers({ now: 0 });
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const times: number[] = [];
    const { fetch } = recordResponses(() => {
      times.push(Date.now());
      return response();
    });
    const controller = new AbortController();
    const { signal } = controller;
    const client = createClient<Bank>({ url: 'http://bank', fetch, idempotent, retry: options });
    const call = client.withdraw({ amount: 5 }, { signal }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(120_000);
    controller.abort();
    await call;
    return times;
  }
  const unavailable =
    (headers: Record<string, string> = {}) =>
    (): Response =>
      new Response(null, { status: 503, headers });

  test('start after delays that double from 200 ms, minus a random part', async () => {
    expect(await recordTimes(unavailable(), 0)).toEqual([0, 200, 600, 1_400, 3_000]);
    expect(await recordTimes(unavailable(), 0.5)).toEqual([0, 150, 450, 1_050, 2_250]);
  });

  test('start after the seconds or the date in Retry-After', async () => {
    const seconds = unavailable({ 'retry-after': '7' });
    expect(await recordTimes(seconds, 0)).toEqual([0, 7_000, 14_000, 21_000, 28_000]);
    const date = unavailable({ 'retry-after': new Date(9_000).toUTCString() });
    expect((await recordTimes(date, 0)).slice(0, 3)).toEqual([0, 9_000, 9_400]);
    const invalid = unavailable({ 'retry-after': 'soon' });
    expect((await recordTimes(invalid, 0)).slice(0, 2)).toEqual([0, 200]);
  });

  const failing =
    (data: string): (() => Response) =>
    () =>
      new Response(`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":${data}}}`);

  test.each([
    ['{"retryAfterMs":-1}', failing('{"retryAfterMs":-1}'), [0, 200]],
    ['{"retryAfterMs":1e-9}', failing('{"retryAfterMs":1e-9}'), [0, 200]],
    ['{"retryAfterMs":-1e999}', failing('{"retryAfterMs":-1e999}'), [0, 200]],
    ['{"retryAfterMs":1e999}', failing('{"retryAfterMs":1e999}'), [0]],
    ['{"retryAfterMs":1e300}', failing('{"retryAfterMs":1e300}'), [0]],
    ['{"retryAfterMs":"1"}', failing('{"retryAfterMs":"1"}'), [0]],
    ['"retryAfterMs"', failing('"retryAfterMs"'), [0]],
    ['Retry-After: 9…9', unavailable({ 'retry-after': '9'.repeat(400) }), [0]],
    ['Retry-After:', unavailable({ 'retry-after': '' }), [0, 200]],
  ])('never start earlier or later than the options allow: %s', async (_, response, expected) => {
    expect((await recordTimes(response, 0)).slice(0, 2)).toEqual(expected);
  });

  test('wait at most 24 days when a server asks for more and maxTime is Infinity', async () => {
    const asks = failing('{"retryAfterMs":1e15}');
    expect(await recordTimes(asks, 0, { maxTime: Infinity })).toEqual([0]);
  });

  test.each([false, { attempts: 1 }] as const)(
    'limit no attempt by attemptTimeout when they are off: %j',
    async (option) => {
      vi.useFakeTimers({ now: 0 });
      const respondAfter = 100_000;
      const { fetch } = recordResponses(
        ({ body }) =>
          new Promise((resolve) => {
            const { id } = body as { readonly id: number };
            setTimeout(() => resolve({ jsonrpc: '2.0', id, result: 1 }), respondAfter);
          }),
      );
      const client = createClient<Bank>({ url: 'http://bank', fetch, idempotent, retry: option });
      const call = client.withdraw({ amount: 5 });
      await vi.advanceTimersByTimeAsync(respondAfter);
      await expect(call).resolves.toBe(1);
    },
  );

  test.each<[keyof RetryOptions, number]>([
    ['attempts', 0],
    ['maxTime', -1],
    ['attemptTimeout', NaN],
    ['delay', -5],
    ['maxDelay', NaN],
  ])('cause createClient() to throw when %s is %d', (name, value) => {
    expect(() => createClient({ url: '/', retry: { [name]: value } })).toThrow(
      new RangeError(
        `createClient(): retry.${name} must be ${name === 'attempts' ? 1 : 0} or more, not ${value}`,
      ),
    );
  });
});

describe('a call of any other method', () => {
  test.each<Reaction>([...breaks, status(503), errors(-32009, { retryAfterMs: 1 })])(
    'has no key and is not retried, whatever the server does (%s)',
    async (reaction) => {
      const server = await serveUnreliableBank(reaction);
      expect(await safe(clientOf(server).ping())).toMatchObject({ ok: false });
      expect(server.requests).toHaveLength(1);
      expect(keysOf(server).filter((key) => key !== undefined)).toEqual([]);
    },
  );

  test('may take longer than attemptTimeout', async () => {
    const server = await serveUnreliableBank((response, [call]) => {
      setTimeout(() => {
        response.end(JSON.stringify({ jsonrpc: '2.0', id: call?.id, result: 'late' }));
      }, 60);
    });
    const client = clientOf(server, { retry: { attemptTimeout: 10 } });
    await expect(client.ping()).resolves.toBe('late');
  });

  test('is retried by a client without types when it has a key', async () => {
    const server = await serveUnreliableBank('break after');
    const client = createClient({ url: server.url, retry });
    await client.$call('anything', {}, { idempotencyKey: 'k' });
    expect(keysOf(server)).toEqual(['k', 'k']);
  });
});

describe('a batch with idempotent calls', () => {
  test.each(breaks)('sends only these calls again when connections %s', async (reaction) => {
    const server = await serveUnreliableBank(reaction);
    const outcomes = await clientOf(server).$batch.safe((b) => [
      b.withdraw({ amount: 1 }),
      b.ping(),
      b.withdraw({ amount: 2 }),
    ]);
    expect(outcomes).toMatchObject([
      { ok: true },
      { ok: false, error: { code: 'network' } },
      { ok: true },
    ]);
    expect(server.requests.at(-1)).toMatchObject([
      { method: 'withdraw', params: { amount: 1 } },
      { method: 'withdraw', params: { amount: 2 } },
    ]);
    const [first, second] = server.requests.at(-1) ?? [];
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey);
  });

  test('sends only the calls again that have no final response', async () => {
    const server = await serveUnreliableBank((response, [first, second, third]) => {
      const all = [
        { jsonrpc: '2.0', id: first?.id, result: 10 },
        { jsonrpc: '2.0', id: second?.id, error: { code: 6001, message: 'Not enough money' } },
        {
          jsonrpc: '2.0',
          id: third?.id,
          error: { code: -32009, message: 'In flight', data: { retryAfterMs: 1 } },
        },
      ];
      response.end(JSON.stringify(all));
    });
    const outcomes = await clientOf(server).$batch.safe((b) => [
      b.withdraw({ amount: 1 }),
      b.withdraw({ amount: 2 }),
      b.withdraw({ amount: 3 }, { idempotencyKey: 'third' }),
    ]);
    expect(outcomes).toMatchObject([
      { ok: true, result: 10 },
      { ok: false, error: { code: 6001 } },
      { ok: true, result: 1 },
    ]);
    expect(server.requests[1]).toMatchObject([{ idempotencyKey: 'third' }]);
    expect(server.requests[1]).toHaveLength(1);
  });

  test('sends notifications again when the status is 503, but no call that has a response', async () => {
    const server = await serveUnreliableBank((response, [call]) => {
      response.writeHead(503);
      response.end(JSON.stringify([{ jsonrpc: '2.0', id: call?.id, result: 10 }]));
    });
    const outcomes = await clientOf(server).$batch.safe((b) => [
      b.withdraw({ amount: 1 }),
      b.$notify.withdraw({ amount: 2 }),
      b.$notify.ping(),
    ]);
    expect(outcomes).toMatchObject([
      { ok: true, result: 10 },
      { ok: true, result: undefined },
      { ok: false, error: { code: 'http-status', status: 503 } },
    ]);
    expect(server.requests[1]).toMatchObject([{ method: 'withdraw', params: { amount: 2 } }]);
  });

  const rolledBack = (code: number): Reaction => {
    const data = code === -32014 ? { retryAfterMs: 1 } : undefined;
    const failed = { code, message: 'Failed', data };
    const other = { code: -32015, message: 'Batch rolled back', data: { failedIndex: 1 } };
    return (response, calls) => {
      const all = calls.map(({ id }, index) => ({
        jsonrpc: '2.0',
        id,
        error: index === 1 ? failed : other,
      }));
      response.end(JSON.stringify(all));
    };
  };

  test('is retried as a whole after a conflict that rolled it back', async () => {
    const server = await serveUnreliableBank(rolledBack(-32014));
    const results = await clientOf(server).$batch((b) => [
      b.withdraw({ amount: 1 }),
      b.withdraw({ amount: 2 }),
      b.withdraw({ amount: 3 }),
    ]);
    expect(results).toEqual([1, 2, 3]);
    expect(server.requests).toHaveLength(2);
    expect(withoutIds(server.requests[1])).toEqual(withoutIds(server.requests[0]));
  });

  test('is not retried after it was rolled back for good, or with a call without a key', async () => {
    const failing = await serveUnreliableBank(rolledBack(6001));
    const outcomes = await clientOf(failing).$batch.safe((b) => [
      b.withdraw({ amount: 1 }),
      b.withdraw({ amount: 2 }),
    ]);
    expect(outcomes).toMatchObject([{ error: { code: -32015 } }, { error: { code: 6001 } }]);
    expect(failing.requests).toHaveLength(1);
    const mixed = await serveUnreliableBank(rolledBack(-32014));
    await clientOf(mixed).$batch.safe((b) => [b.ping(), b.withdraw({ amount: 2 })]);
    expect(mixed.requests).toHaveLength(1);
  });

  const allFail = (code: number): Reaction => {
    return (response, calls) => {
      const error = { code, message: 'Failed', data: { retryAfterMs: 1 } };
      const failed = calls.filter(({ id }) => id !== undefined);
      response.end(JSON.stringify(failed.map(({ id }) => ({ jsonrpc: '2.0', id, error }))));
    };
  };

  test('is retried with its notifications when all calls fail, because it may be one transaction', async () => {
    const server = await serveUnreliableBank(allFail(-32014));
    const results = await clientOf(server).$batch((b) => [
      b.$notify.withdraw({ amount: 1 }),
      b.withdraw({ amount: 2 }),
    ]);
    expect(results).toEqual([undefined, 2]);
    expect(server.requests).toHaveLength(2);
    expect(withoutIds(server.requests[1])).toEqual(withoutIds(server.requests[0]));
  });

  test('is not retried when all calls fail and an item has no key', async () => {
    const notifying = await serveUnreliableBank(allFail(-32014));
    const outcomes = await clientOf(notifying).$batch.safe((b) => [
      b.$notify.ping(),
      b.withdraw({ amount: 2 }),
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { error: { code: -32014 } }]);
    expect(notifying.requests).toHaveLength(1);
    const calling = await serveUnreliableBank(allFail(-32002));
    await clientOf(calling).$batch.safe((b) => [b.ping(), b.withdraw({ amount: 2 })]);
    expect(calling.requests).toHaveLength(1);
  });

  test('is retried call by call when the client forms the batch', async () => {
    const server = await serveUnreliableBank('break after');
    const bank = clientOf(server, { batch: true });
    const results = await Promise.allSettled([
      bank.withdraw({ amount: 1 }),
      bank.ping(),
      bank.withdraw({ amount: 2 }),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    // The ping of the first batch counts as one.
    expect(server.withdrawals()).toBe(3);
  });
});

test('a notification of an idempotent method is sent again with the same key', async () => {
  const server = await serveUnreliableBank('break after', status(503));
  await clientOf(server).$notify.withdraw({ amount: 5 });
  expect(server.requests).toHaveLength(3);
  expect(new Set(keysOf(server)).size).toBe(1);
  expect(server.requests[0]?.[0]).not.toHaveProperty('id');
});

test('a client without idempotent methods sends no keys', async () => {
  const { fetch, requests } = recordResponses(({ body }) => ({
    jsonrpc: '2.0',
    id: (body as { id: number }).id,
    result: null,
  }));
  await createClient({ url: 'http://bank', fetch }).$call('withdraw', {});
  expect(requests.flatMap(requestObjects)).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'withdraw', params: {} },
  ]);
});
