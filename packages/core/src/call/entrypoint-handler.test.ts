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
  const v1 = new Entrypoint('/rpc', { paramStructure: 'either', maxBatchSize: 5 });
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
  test('is answered by one object, its members in the order jsonrpc, id, result', async () => {
    const answer = await postText(
      api,
      '{"method":"pay","params":{"amount":5},"id":7,"jsonrpc":"2.0"}',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.text).toBe('{"jsonrpc":"2.0","id":7,"result":5}');
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
  ])('gets its id %s back as it is', async (id) => {
    const { text } = await postText(api, `{"jsonrpc":"2.0","id":${id},"method":"echo"}`);
    expect(text).toBe(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    const failed = await postText(api, `{"jsonrpc":"2.0","id":${id},"method":"nobody"}`);
    expect(failed.text).toBe(
      `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`,
    );
  });

  test('gets the id -0 back as the number that it is', async () => {
    const { text } = await postText(api, '{"jsonrpc":"2.0","id":-0,"method":"echo"}');
    expect(text).toBe('{"jsonrpc":"2.0","id":0,"result":{}}');
  });

  test.each(['null', '1.5', '9007199254740993', '1e400', 'true', '[]', '{}'])(
    'with the id %s is an invalid request, and nothing runs',
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

  test('is refused with its valid id, and with all that is wrong', async () => {
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
  ])('for the method %j, which nobody registered, is not found', async (method) => {
    const { status, json } = await postJson(api, request(method));
    expect(status).toBe(200);
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32601, message: 'Method not found' },
    });
    expect(log).toEqual([]);
  });

  test('for a reserved method that is not built in is not found', async () => {
    expect(codesOf((await postJson(api, request('rpc.discover'))).json)).toBe(-32601);
  });

  test('without params is one with {}', async () => {
    await postJson(api, request('echo'));
    expect(ran).toEqual([{}]);
  });

  test('with one key twice has the value of the last', async () => {
    const { text } = await postText(api, '{"jsonrpc":"2.0","id":1,"id":2,"method":"echo"}');
    expect(text).toContain('"id":2');
  });

  test('can not hide a request behind __proto__', async () => {
    const { json } = await postText(api, '{"__proto__":{"jsonrpc":"2.0","id":1,"method":"echo"}}');
    expect(json).toMatchObject({ id: null, error: { code: -32600 } });
    expect(ran).toEqual([]);
  });

  test.each(['{"__proto__":{"amount":5}}', '{"constructor":{"amount":5}}'])(
    'can not hide a parameter behind a prototype: %s',
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

  test('hands __proto__ and constructor in params on as members like others', async () => {
    const members = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}}}';
    const { text } = await postText(
      api,
      `{"jsonrpc":"2.0","id":1,"method":"echo","params":${members}}`,
    );
    expect(text).toBe(`{"jsonrpc":"2.0","id":1,"result":${members}}`);
  });

  test('may have a parameter with the name of an object’s own: absent it is missing', async () => {
    const named = { ...request('constructorOf'), params: { constructor: 5 } };
    expect((await postJson(api, named)).json).toMatchObject({ result: 5 });
    expect((await postJson(api, request('constructorOf'))).json).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['constructor'], type: 'missing' }] } },
    });
  });

  test('keeps lone surrogates in its params', async () => {
    const body = String.raw`{"jsonrpc":"2.0","id":1,"method":"echo","params":["\udc00\ud800"]}`;
    const { text } = await postText(api, body);
    expect(text).toBe(String.raw`{"jsonrpc":"2.0","id":1,"result":["\udc00\ud800"]}`);
  });
});

describe('a batch', () => {
  test('of one is answered by an array of one', async () => {
    const { text } = await postJson(api, [request('echo')]);
    expect(text).toBe('[{"jsonrpc":"2.0","id":1,"result":{}}]');
  });

  test('that is empty is answered by one object', async () => {
    const { status, json } = await postText(api, '[]');
    expect(status).toBe(200);
    expect(json).toMatchObject({
      id: null,
      error: { code: -32600, data: { errors: [{ loc: [], type: 'empty_batch' }] } },
    });
  });

  test.each(['[[]]', '[null]', '[1]', '["text"]', '[true]', '[{}]', '[[[]]]'])(
    '%s is answered by an array with one invalid request',
    async (body) => {
      const { status, json } = await postText(api, body);
      expect(status).toBe(200);
      expect(json).toMatchObject([{ jsonrpc: '2.0', id: null, error: { code: -32600 } }]);
    },
  );

  test('is answered in its order, however long each call takes', async () => {
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
      request('nobody', 2),
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

  test('answers each call with what its result was then, whatever a later one does to it', async () => {
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

  test('may use one id several times: every call is answered', async () => {
    const { json } = await postJson(api, [request('echo', 'a'), request('echo', 'a')]);
    expect(json).toMatchObject([
      { id: 'a', result: {} },
      { id: 'a', result: {} },
    ]);
  });

  test('over its limit is one invalid request, and nothing of it runs', async () => {
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

  test('runs and is answered by nothing', async () => {
    const { status, text, headers } = await postJson(api, notify('pay', { amount: 5 }));
    expect({ status, text, headers: [...headers] }).toEqual({ status: 204, text: '', headers: [] });
    expect(ran).toEqual([5]);
  });

  test.each([
    ['for an unknown method', notify('nobody')],
    ['with bad params', notify('pay', { amount: 'much' })],
    ['with params in no structure that is taken', notify('pay', [1, 2])],
  ])('%s is answered by nothing, too', async (_, message) => {
    expect(await postJson(api, message)).toMatchObject({ status: 204, text: '' });
    expect(await postJson(api, [message, message])).toMatchObject({ status: 204, text: '' });
  });

  test('whose handler throws is answered by nothing and logged', async () => {
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

  test('stands in a batch without a place in its answer', async () => {
    const { json } = await postJson(api, [
      notify('pay', { amount: 1 }),
      request('echo', 2),
      notify('nobody'),
    ]);
    expect(json).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
    expect(ran).toEqual([1, {}]);
  });

  test('is not waited for', async () => {
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

  test('that is no valid request is not one: it is answered', async () => {
    const { json } = await postJson(api, { ...notify('pay'), extra: 1 });
    expect(json).toMatchObject({ id: null, error: { code: -32600 } });
  });
});

describe('a body that is no JSON', () => {
  test.each(['', '   ', '\ufeff', '\ufeff\ufeff[]', '{', '{"jsonrpc":"2.0",', 'method=pay'])(
    '%j is answered by a parse error',
    async (body) => {
      const { status, text } = await postText(api, body);
      expect(status).toBe(200);
      expect(text).toBe(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
      );
    },
  );

  test('so is one that is no UTF-8', async () => {
    const { status, json } = await postText(api, '', { body: { kind: 'not-utf-8' } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test('one byte order mark before the JSON is accepted', async () => {
    const { text } = await postText(api, '\ufeff{"jsonrpc":"2.0","id":1,"method":"echo"}');
    expect(text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
});

describe('a body over the limit', () => {
  test('is answered by 413 and says what the limit is', async () => {
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
    ['the entrypoint’s own', { maxBodyBytes: 10 }, 10],
  ])('the adapter is told %s', async (_, options, limit) => {
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

describe('what an adapter gives in place of a text', () => {
  test.each<[unknown, unknown]>([
    [request('echo'), { id: 1, result: {} }],
    [null, { id: null, error: { code: -32600 } }],
    ['{"jsonrpc":"2.0","id":1,"method":"echo"}', { id: null, error: { code: -32600 } }],
    [undefined, { id: null, error: { code: -32600 } }],
    [[request('echo')], [{ id: 1, result: {} }]],
  ])('the value %j, already parsed', async (value, response) => {
    const { json } = await postText(api, '', { body: { kind: 'value', value } });
    expect(json).toMatchObject(response as object);
  });

  test('a body that its client broke off', async () => {
    const { status } = await postText(api, '', { body: { kind: 'aborted' } });
    expect(status).toBe(400);
    expect(ran).toEqual([]);
  });
});

describe('200,000 nested arrays', () => {
  const nested = '['.repeat(200_000) + ']'.repeat(200_000);

  test('as a body are a batch of one invalid request', async () => {
    const { json } = await postText(api, nested);
    expect(json).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  test.each([
    ['as params', nested],
    ['as a parameter', `{"deep":${nested}}`],
  ])('%s, echoed, spoil their own call only', async (_, members) => {
    const { status, json } = await postText(
      api,
      `[{"jsonrpc":"2.0","id":1,"method":"echo","params":${members}},
        {"jsonrpc":"2.0","id":2,"method":"echo"}]`,
    );
    expect(status).toBe(200);
    expect(json).toMatchObject([
      { id: 1, error: { code: -32603 } },
      { id: 2, result: {} },
    ]);
    expect(ran).toHaveLength(2);
  });

  test('are refused where a schema says something else', async () => {
    const { json } = await postText(
      api,
      `{"jsonrpc":"2.0","id":1,"method":"pay","params":{"amount":${nested}}}`,
    );
    expect(json).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['amount'] }] } },
    });
  });
});
