import { adapterApi } from '../adapter.js';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, postText, type Response, serve } from '../../test/call.js';
import { gate, type memoryLogger } from '../../test/in-process.js';
import { type Api, Entrypoint, params } from '../index.js';

let api: Api;
let log: ReturnType<typeof memoryLogger>['entries'];
let ran: unknown[];

beforeEach(() => {
  ran = [];
  const v1 = new Entrypoint('/rpc', { paramStructure: 'either', limits: { maxBatchSize: 5 } });
  v1.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => {
    ran.push(all);
    return all;
  });
  v1.method('pay', { args: { amount: v.number() } }, ({ amount }) => {
    ran.push(amount);
    return amount;
  });
  v1.method('constructorOf', { args: { constructor: v.number() } }, (args) => args.constructor);
  ({ api, log } = serve(v1));
});

const request = (method: string, id: unknown = 1): object => ({ jsonrpc: '2.0', id, method });
const codesOf = (json: unknown): unknown =>
  Array.isArray(json)
    ? json.map((response: Response) => response.error?.code)
    : (json as Response).error?.code;

describe('a single request', () => {
  test('responds to a request with one object, its members in the order jsonrpc, id, result', async () => {
    const response = await postText(
      api,
      '{"method":"pay","params":{"amount":5},"id":7,"jsonrpc":"2.0"}',
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.text).toBe('{"jsonrpc":"2.0","id":7,"result":5}');
  });

  test.each([
    '""',
    '"a \\"quoted\\" id"',
    '"\\\\"',
    '"\\u0000\\u001f"',
    '"ключ 🔑"',
    '"\\ud800"',
    '"__proto__"',
    '"1"',
    '0',
    '-1',
    '9007199254740991',
    '-9007199254740991',
  ])('echoes the id %s unchanged', async (id) => {
    const { text } = await postText(api, `{"jsonrpc":"2.0","id":${id},"method":"echo"}`);
    expect(text).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    const failed = await postText(api, `{"jsonrpc":"2.0","id":${id},"method":"unknown"}`);
    expect(failed.text).toBe(
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`,
    );
  });

  test('echoes the id -0 as a number', async () => {
    const { text } = await postText(api, '{"jsonrpc":"2.0","id":-0,"method":"echo"}');
    expect(text).toBe('{"jsonrpc":"2.0","id":0,"result":{}}');
  });

  test.each(['null', '1.5', '9007199254740993', '1e400', 'true', '[]', '{}'])(
    'rejects a request with the id %s as invalid, and runs nothing',
    async (id) => {
      const { status, json } = await postText(api, `{"jsonrpc":"2.0","id":${id},"method":"echo"}`);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        id: null,
        error: { code: -32600, data: { errors: [{ loc: ['id'] }] } },
      });
      expect(ran).toEqual([]);
    },
  );

  test('rejects an invalid request with its id and all of its problems', async () => {
    const { json } = await postText(api, '{"id":"a","method":1,"extra":2}');
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: {
        code: -32600,
        message: 'Invalid Request',
        data: {
          errors: [
            { loc: ['jsonrpc'], msg: 'Missing required member', type: 'missing' },
            { loc: ['method'], msg: 'Must be a string', type: 'string' },
            { loc: ['extra'], msg: 'Unknown member', type: 'unknown_member' },
          ],
        },
      },
    });
  });

  test.each([
    'toString',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'valueOf',
    'size',
    '',
    'PAY',
    'pay ',
    ' pay',
    'pay\u0000',
    '\ud800',
  ])('responds to a call of the unknown method %j with MethodNotFound', async (method) => {
    const { status, json } = await postJson(api, request(method));
    expect(status).toBe(200);
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: 'Method not found' },
    });
    expect(log).toEqual([]);
  });

  test('responds to a call of a reserved method that is not built in with MethodNotFound', async () => {
    expect(codesOf((await postJson(api, request('rpc.discover'))).json)).toBe(-32601);
  });

  test('treats missing params as {}', async () => {
    await postJson(api, request('echo'));
    expect(ran).toEqual([{}]);
  });

  test('uses the last value of a duplicate key', async () => {
    const { text } = await postText(api, '{"jsonrpc":"2.0","id":1,"id":2,"method":"echo"}');
    expect(text).toContain('"id":2');
  });

  test('does not read the members of a request from __proto__', async () => {
    const { json } = await postText(api, '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"echo"}}');
    expect(json).toMatchObject({ id: null, error: { code: -32600 } });
    expect(ran).toEqual([]);
  });

  test.each(['{"__proto__":{"amount":5}}', '{"constructor":{"amount":5}}'])(
    'does not read a parameter from a prototype: %s',
    async (members) => {
      const { json } = await postText(
        api,
        `{"jsonrpc":"2.0","id":1,"method":"pay","params":${members}}`,
      );
      expect(json).toMatchObject({
        error: { code: -32602, data: { errors: [{ loc: ['amount'], type: 'missing' }] } },
      });
      expect(ran).toEqual([]);
      expect(({} as { amount?: unknown }).amount).toBeUndefined();
    },
  );

  test('passes on __proto__ and constructor in params like other members', async () => {
    const members = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}}}';
    const { text } = await postText(
      api,
      `{"jsonrpc":"2.0","id":1,"method":"echo","params":${members}}`,
    );
    expect(text).toBe(`{"jsonrpc":"2.0","id":1,"result":${members}}`);
  });

  test('treats an absent parameter as missing even if every object inherits its name', async () => {
    const named = { ...request('constructorOf'), params: { constructor: 5 } };
    expect((await postJson(api, named)).json).toMatchObject({ result: 5 });
    expect((await postJson(api, request('constructorOf'))).json).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['constructor'], type: 'missing' }] } },
    });
  });

  test('keeps lone surrogates in params', async () => {
    const body = String.raw`{"jsonrpc":"2.0","id":1,"method":"echo","params":["\udc00\ud800"]}`;
    const { text } = await postText(api, body);
    expect(text).toBe(String.raw`{"jsonrpc":"2.0","id":1,"result":["\udc00\ud800"]}`);
  });
});

describe('a batch', () => {
  test('responds to a batch of one call with an array of one response', async () => {
    const { text } = await postJson(api, [request('echo')]);
    expect(text).toBe('[{"jsonrpc":"2.0","id":1,"result":{}}]');
  });

  test('responds to an empty batch with one response object', async () => {
    const { status, json } = await postText(api, '[]');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: null,
      error: { code: -32600, data: { errors: [{ loc: [], type: 'empty_batch' }] } },
    });
  });

  test.each(['[[]]', '[null]', '[1]', '["text"]', '[true]', '[{}]', '[[[]]]'])(
    'responds to the batch %s with an array of one InvalidRequest',
    async (body) => {
      const { status, json } = await postText(api, body);
      expect(status).toBe(200);
      expect(json).toMatchObject([{ jsonrpc: '2.0', id: null, error: { code: -32600 } }]);
    },
  );

  test('responds to a batch in its order, however long each call takes', async () => {
    const slow = gate();
    const v2 = new Entrypoint('/v2');
    v2.method('slow', {}, () => slow.promise.then(() => 'slow'));
    v2.method('later', {}, async () => {
      await Promise.resolve();
      slow.open();
      return 'later';
    });
    v2.method('now', {}, () => 'now');
    const { json } = await postJson(serve(v2).api, [
      request('slow', 1),
      request('unknown', 2),
      request('later', 3),
      null,
      request('now', 5),
    ]);
    expect(json).toMatchObject([
      { id: 1, result: 'slow' },
      { id: 2, error: { code: -32601 } },
      { id: 3, result: 'later' },
      { id: null, error: { code: -32600 } },
      { id: 5, result: 'now' },
    ]);
  });

  test('responds to each call of a batch with the result at that time, even if a later call changes it', async () => {
    const account = { balance: 10 };
    const bank = new Entrypoint('/bank');
    bank.method('account', {}, () => account);
    bank.method('pay', {}, () => {
      account.balance -= 3;
      return account;
    });
    const names = ['account', 'pay', 'pay'];
    const { json } = await postJson(
      serve(bank).api,
      names.map((name, id) => request(name, id)),
    );
    expect(json).toMatchObject([
      { id: 0, result: { balance: 10 } },
      { id: 1, result: { balance: 7 } },
      { id: 2, result: { balance: 4 } },
    ]);
  });

  test('responds to every call of a batch that repeats an id', async () => {
    const { json } = await postJson(api, [request('echo', 'a'), request('echo', 'a')]);
    expect(json).toMatchObject([
      { id: 'a', result: {} },
      { id: 'a', result: {} },
    ]);
  });

  test('rejects a batch over its limit as one invalid request, and runs nothing', async () => {
    const { json } = await postJson(api, Array(6).fill(request('echo')));
    expect(json).toMatchObject({
      id: null,
      error: {
        code: -32600,
        data: { errors: [{ loc: [], msg: 'A batch may contain at most 5 requests' }] },
      },
    });
    expect(ran).toEqual([]);
    expect((await postJson(api, Array(5).fill(request('echo')))).json).toHaveLength(5);
  });
});

describe('a notification', () => {
  const notify = (method: string, members?: unknown): object => ({
    jsonrpc: '2.0',
    method,
    params: members,
  });

  test('runs a notification without a response', async () => {
    const { status, text, headers } = await postJson(api, notify('pay', { amount: 5 }));
    expect({ status, text, headers: [...headers] }).toEqual({ status: 204, text: '', headers: [] });
    expect(ran).toEqual([5]);
  });

  test.each([
    ['for an unknown method', notify('unknown')],
    ['with bad params', notify('pay', { amount: 'much' })],
    ['with positional params of a method without', notify('pay', [1, 2])],
  ])('does not respond to a notification %s', async (_, message) => {
    expect(await postJson(api, message)).toMatchObject({ status: 204, text: '' });
    expect(await postJson(api, [message, message])).toMatchObject({ status: 204, text: '' });
  });

  test('logs a notification whose handler throws, without a response', async () => {
    const v2 = new Entrypoint('/v2');
    const broken = new Error('broken');
    v2.method('break', {}, () => {
      throw broken;
    });
    const served = serve(v2);
    expect(await postJson(served.api, notify('break'))).toMatchObject({ status: 204, text: '' });
    expect(served.log).toEqual([
      {
        level: 'error',
        details: { err: broken, method: 'break', id: undefined },
        message: 'Call failed',
      },
    ]);
  });

  test('runs the notifications of a batch without responses to them', async () => {
    const { json } = await postJson(api, [
      notify('pay', { amount: 1 }),
      request('echo', 2),
      notify('unknown'),
    ]);
    expect(json).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
    expect(ran).toEqual([1, {}]);
  });

  test('responds without waiting for a notification', async () => {
    const v2 = new Entrypoint('/v2');
    const work = gate();
    const ended = gate<string>();
    v2.method('work', {}, async () => {
      await work.promise;
      ended.open('ended');
    });
    const served = serve(v2);
    expect((await postJson(served.api, notify('work'))).status).toBe(204);
    work.open();
    expect(await ended.promise).toBe('ended');
  });

  test('responds to an invalid request without an id', async () => {
    const { json } = await postJson(api, { ...notify('pay'), extra: 1 });
    expect(json).toMatchObject({ id: null, error: { code: -32600 } });
  });
});

describe('a body that is not JSON', () => {
  test.each(['', '   ', '\ufeff', '\ufeff\ufeff[]', '{', '{"jsonrpc":"2.0",', 'method=pay'])(
    'responds to the body %j with ParseError',
    async (body) => {
      const { status, text } = await postText(api, body);
      expect(status).toBe(200);
      expect(text).toBe(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
      );
    },
  );

  test('responds to a body that is not UTF-8 with ParseError', async () => {
    const { status, json } = await postText(api, '', { body: { kind: 'not-utf-8' } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test('accepts one byte order mark before the JSON', async () => {
    const { text } = await postText(api, '\ufeff{"jsonrpc":"2.0","id":1,"method":"echo"}');
    expect(text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
});

describe('a body over the limit', () => {
  test('responds to a body over the limit with 413 and the limit', async () => {
    const { status, headers, json } = await postText(api, '', { body: { kind: 'too-large' } });
    expect(status).toBe(413);
    expect(headers.get('content-type')).toBe('application/json');
    expect(json).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32600,
        message: 'Invalid Request',
        data: { errors: [{ loc: ['<body>'], msg: 'The body may contain at most 1048576 bytes' }] },
      },
    });
  });

  test.each([
    ['the default, 1 MiB', {}, 1_048_576],
    ['that of the entrypoint', { limits: { maxBodyBytes: 10 } }, 10],
  ])('passes the body limit to the adapter: %s', async (_, options, limit) => {
    const limits: number[] = [];
    const served = serve(new Entrypoint('/rpc', options));
    await adapterApi(served.api).handle({
      verb: 'POST',
      path: '/rpc',
      header: (name) => (name === 'content-type' ? 'application/json' : undefined),
      readBody: ({ maxBytes }) => {
        limits.push(maxBytes);
        return { kind: 'too-large' };
      },
      signal: new AbortController().signal,
      native: undefined,
    });
    expect(limits).toEqual([limit]);
  });
});

describe('a body that an adapter has parsed', () => {
  test.each<[unknown, unknown]>([
    [request('echo'), { id: 1, result: {} }],
    [null, { id: null, error: { code: -32600 } }],
    ['{"jsonrpc":"2.0","id":1,"method":"echo"}', { id: null, error: { code: -32600 } }],
    [undefined, { id: null, error: { code: -32600 } }],
    [[request('echo')], [{ id: 1, result: {} }]],
  ])('accepts the value %j that the adapter has parsed', async (value, response) => {
    const { json } = await postText(api, '', { body: { kind: 'value', value } });
    expect(json).toMatchObject(response as object);
  });

  test('responds to an aborted body with 400, and runs nothing', async () => {
    const { status } = await postText(api, '', { body: { kind: 'aborted' } });
    expect(status).toBe(400);
    expect(ran).toEqual([]);
  });
});

describe('200,000 nested arrays', () => {
  const nested = '['.repeat(200_000) + ']'.repeat(200_000);
  // Node 26 encodes any depth. In older versions, the stack overflows.
  const isEncoded = canEncode(JSON.parse(nested));

  test('rejects a body of 200,000 nested arrays as a batch of one invalid request', async () => {
    const { json } = await postText(api, nested);
    expect(json).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  test.each([
    ['as params', nested],
    ['as a parameter', `{"deep":${nested}}`],
  ])(
    'a result of 200,000 nested arrays fails at most its own call, sent %s',
    async (_, members) => {
      const { status, json } = await postText(
        api,
        `[{"jsonrpc":"2.0","id":1,"method":"echo","params":${members}},
        {"jsonrpc":"2.0","id":2,"method":"echo"}]`,
      );
      expect(status).toBe(200);
      expect(json).toMatchObject([
        { id: 1, [isEncoded ? 'result' : 'error']: expect.anything() as unknown },
        { id: 2, result: {} },
      ]);
      const [{ error }] = json as [{ readonly error?: { readonly code: number } }];
      expect(error?.code).toBe(isEncoded ? undefined : -32603);
      expect(ran).toHaveLength(2);
    },
  );

  test('a schema rejects 200,000 nested arrays as a parameter', async () => {
    const { json } = await postText(
      api,
      `{"jsonrpc":"2.0","id":1,"method":"pay","params":{"amount":${nested}}}`,
    );
    expect(json).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['amount'] }] } },
    });
  });
});

function canEncode(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}
