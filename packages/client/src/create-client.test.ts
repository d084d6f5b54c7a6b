import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as methods from '../test/server/methods.js';
import { logged } from '../test/server/methods.js';
import { recordResponses, recordBank, type Recorder } from '../test/recorder.js';
import { type Client, type ClientOptions, createClient, type HeaderFields } from './index.js';

let recorder: Recorder;
let bank: Client<typeof methods>;
beforeEach(() => {
  recorder = recordBank();
  bank = createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const texts = (): string[] => recorder.requests.map(({ text }) => text);

describe('a call', () => {
  test('posts one request object as JSON', async () => {
    await expect(bank.withdraw({ accountId: '1.1', amount: 30 })).resolves.toEqual({ balance: 70 });
    expect(recorder.requests).toHaveLength(1);
    const [request] = recorder.requests;
    expect(request).toMatchObject({
      url: 'http://bank/rpc',
      verb: 'POST',
      text: '{"jsonrpc":"2.0","id":1,"method":"withdraw","params":{"accountId":"1.1","amount":30}}',
    });
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
    });
  });

  test('without params sends no params member', async () => {
    await expect(bank.ping()).resolves.toBe('pong');
    expect(texts()).toEqual(['{"jsonrpc":"2.0","id":1,"method":"ping"}']);
  });

  test('accepts a method without its optional params', async () => {
    await expect(bank.statement()).resolves.toEqual({ limit: 20, from: null });
    await expect(bank.statement({ from: 'may' })).resolves.toEqual({ limit: 20, from: 'may' });
  });

  test('sends an array as positional params', async () => {
    await expect(bank.sum([1, 2])).resolves.toBe(3);
    expect(texts()).toEqual(['{"jsonrpc":"2.0","id":1,"method":"sum","params":[1,2]}']);
  });

  test('resolves to the decoded JSON of the result', async () => {
    await expect(bank.openedAt()).resolves.toBe('1970-01-01T00:00:00.000Z');
    await expect(bank.log({ line: 'called' })).resolves.toBeNull();
  });

  test('has an id that is unique within the client', async () => {
    await Promise.all([bank.ping(), bank.$notify.ping(), bank.ping()]);
    await bank.$batch((b) => [b.ping(), b.$notify.ping(), b.ping()]);
    await bank.ping();
    const ids = texts().map((text) =>
      [...text.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)),
    );
    expect(ids).toEqual([[1], [], [2], [3, 4], [5]]);
  });

  test('sends the params without changes that are made after the call', async () => {
    const params = { accountId: '1.1', amount: 30 };
    const client = createClient<typeof methods>({
      url: 'http://bank/rpc',
      fetch: recorder.fetch,
      headers: async () => ({}),
    });
    const call = client.withdraw(params);
    params.amount = 99;
    await expect(call).resolves.toEqual({ balance: 70 });
  });

  test('works with a destructured method, which is the same function on each access', async () => {
    const { withdraw } = bank;
    await expect(withdraw({ accountId: '1.1', amount: 30 })).resolves.toEqual({ balance: 70 });
    expect(bank.withdraw).toBe(withdraw);
  });
});

describe('$call', () => {
  test('calls methods that are members, too', async () => {
    await expect(bank.$call('accounts.close', { accountId: '1.1' })).resolves.toBe('1.1');
    await expect(bank['accounts.close']({ accountId: '1.1' })).resolves.toBe('1.1');
  });

  test.each(['then', 'toJSON', 'constructor', 'toString', '$batch'] as const)(
    'calls a method with the reserved name %s',
    async (name) => {
      await expect(bank.$call(name)).resolves.toBe(name);
    },
  );

  test('accepts method names with any characters', async () => {
    const { fetch, requests } = recordResponses(({ body }) => {
      const { id, method } = body as { id: number; method: string };
      return { jsonrpc: '2.0', id, result: method };
    });
    const client = createClient({ url: '/', fetch });
    for (const name of ['', ' ', 'ä/б', '__proto__', '"quoted"', 'rpc.discover', '\u{1f4b6}']) {
      await expect(client.$call(name)).resolves.toBe(name);
    }
    expect(requests).toHaveLength(7);
  });
});

describe('a notification', () => {
  test('has no id and resolves when the server has accepted it', async () => {
    logged.length = 0;
    await expect(bank.$notify.log({ line: 'notified' })).resolves.toBeUndefined();
    await expect(
      bank.$notify.$call('accounts.close', { accountId: '1.1' }),
    ).resolves.toBeUndefined();
    expect(texts()).toEqual([
      '{"jsonrpc":"2.0","method":"log","params":{"line":"notified"}}',
      '{"jsonrpc":"2.0","method":"accounts.close","params":{"accountId":"1.1"}}',
    ]);
    expect(logged).toEqual(['notified']);
  });

  test('resolves when the handler throws', async () => {
    await expect(bank.$notify.broken()).resolves.toBeUndefined();
  });

  test.each([
    ['an empty body', new Response(null, { status: 204 })],
    ['text', new Response('OK')],
    ['a response object', Response.json({ jsonrpc: '2.0', id: null, result: null })],
  ])('resolves when the server responds with %s', async (_, response) => {
    const { fetch } = recordResponses(() => response);
    await expect(createClient({ url: '/', fetch }).$notify.$call('a')).resolves.toBeUndefined();
  });
});

describe('the headers', () => {
  const whoami = (headers: ClientOptions['headers']): Promise<string> =>
    createClient<typeof methods>({
      url: 'http://bank/rpc',
      fetch: recorder.fetch,
      headers,
    }).whoami();

  test.each([
    ['a record', { token: 'ann' }],
    ['Headers', new Headers({ token: 'ann' })],
    ['a Map', new Map([['token', 'ann']])],
    ['a function', () => ({ token: 'ann' })],
    ['an asynchronous function', async () => ({ token: 'ann' })],
  ])('can come from %s', async (_, headers) => {
    await expect(whoami(headers)).resolves.toBe('ann');
  });

  test('come from one call of the headers function per HTTP request', async () => {
    let calls = 0;
    const headers = (): HeaderFields => ({ token: `user ${(calls += 1)}` });
    const client = createClient<typeof methods>({
      url: 'http://bank/rpc',
      fetch: recorder.fetch,
      headers,
    });
    await expect(client.whoami()).resolves.toBe('user 1');
    await expect(client.$batch((b) => [b.whoami(), b.whoami()])).resolves.toEqual([
      'user 2',
      'user 2',
    ]);
  });

  test('of a call replace those of the client', async () => {
    const client = createClient<typeof methods>({
      url: 'http://bank/rpc',
      fetch: recorder.fetch,
      headers: { token: 'ann', 'x-trace': '1' },
    });
    await expect(client.whoami({}, { headers: { TOKEN: 'bob' } })).resolves.toBe('bob');
    expect(recorder.requests[0]?.headers.get('x-trace')).toBe('1');
    await client.$notify.whoami({}, { headers: { token: 'cid' } });
    expect(recorder.requests[1]?.headers.get('token')).toBe('cid');
  });

  test('can set another media type, and are omitted when they are undefined', async () => {
    await expect(
      whoami({ token: undefined, 'content-type': 'application/json-rpc' }),
    ).resolves.toBe('anonymous');
    const [request] = recorder.requests;
    expect(request?.headers.has('token')).toBe(false);
    expect(request?.headers.get('content-type')).toBe('application/json-rpc');
  });
});

describe('the url', () => {
  test('can be a URL object', async () => {
    const url = new URL('http://bank/rpc');
    await createClient<typeof methods>({ url, fetch: recorder.fetch }).ping();
    expect(recorder.requests[0]?.url).toBe('http://bank/rpc');
  });

  test('is requested with the global fetch at the time of the call', async () => {
    const client = createClient<typeof methods>({ url: 'http://bank/rpc' });
    vi.stubGlobal('fetch', recorder.fetch);
    await expect(client.ping()).resolves.toBe('pong');
  });
});

describe('special property names such as __proto__', () => {
  test('are ordinary names in params and results', async () => {
    const { fetch, requests } = recordResponses(
      ({ text }) => new Response(text.replace('"params"', '"result"')),
    );
    const evil = '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}';
    const call = createClient({ url: '/', fetch }).$call('a', JSON.parse(evil) as object);
    expect(JSON.stringify(await call)).toBe(evil);
    expect(requests[0]?.text).toContain(`"params":${evil}`);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('are ordinary names in error responses', async () => {
    const { fetch } = recordResponses(
      () =>
        new Response(
          '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x","data":{"__proto__":{"a":1}},' +
            '"__proto__":{"code":2}},"__proto__":{"id":5}}',
        ),
    );
    const call = createClient({ url: '/', fetch }).$call('a');
    await expect(call).rejects.toMatchObject({ code: 1, message: 'x' });
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});

test('createClient() throws when subscriptions are listed without a transport', () => {
  const options = { url: '/rpc', subscriptions: { movements: true } };
  expect(() => createClient(options as never)).toThrow(
    new TypeError('createClient(): subscriptions need a transport, such as webSocket({ url })'),
  );
});

test.each([undefined, null, '/rpc', {}])(
  'createClient() throws when the options have no url: %j',
  (options) => {
    expect(() => createClient(options as never)).toThrow(
      new TypeError("createClient(): url is required. Write createClient({ url: '/rpc' })."),
    );
  },
);
