import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { postText, serve } from '../../test/call.js';
import { type Api, Entrypoint, params } from '../index.js';

/** All examples of https://www.jsonrpc.org/specification#examples, as a client sends them. */
let api: Api;
let heard: string[];

beforeEach(() => {
  heard = [];
  const v1 = new Entrypoint('/rpc', { paramStructure: 'either' });
  const numbers = v.array(v.number());
  v1.method(
    'subtract',
    { args: { minuend: v.number(), subtrahend: v.number() } },
    ({ minuend, subtrahend }) => minuend - subtrahend,
  );
  v1.method('sum', { args: { terms: params(numbers) } }, ({ terms }) =>
    terms.reduce((sum, term) => sum + term, 0),
  );
  v1.method('get_data', {}, () => ['hello', 5]);
  for (const name of ['update', 'notify_hello', 'notify_sum']) {
    v1.method(name, { args: { terms: params(numbers) } }, () => void heard.push(name));
  }
  api = serve(v1).api;
});

/** `data` is the server's own; the members of an error stand in the order code, message, data. */
function withoutData(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (name, value: unknown) => (name === 'data' ? undefined : value)),
  );
}

async function answerTo(body: string): Promise<{ status: number; text: string }> {
  const { status, text } = await postText(api, body);
  return { status, text: text === '' ? '' : withoutData(text) };
}

/** Without white space between the members; within a string it stands alone, as in `Parse error`. */
function compact(json: string): string {
  return json.replaceAll(/(?<=[[{:,])\s+|\s+(?=[\]}])/g, '').trim();
}

describe('rpc call with positional parameters', () => {
  test.each([
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
      '{"jsonrpc":"2.0","id":1,"result":19}',
    ],
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
      '{"jsonrpc":"2.0","id":2,"result":-19}',
    ],
  ])('%s', async (request, response) => {
    expect(await answerTo(request)).toEqual({ status: 200, text: response });
  });
});

describe('rpc call with named parameters', () => {
  test.each([
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
      '{"jsonrpc":"2.0","id":3,"result":19}',
    ],
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
      '{"jsonrpc":"2.0","id":4,"result":19}',
    ],
  ])('%s', async (request, response) => {
    expect(await answerTo(request)).toEqual({ status: 200, text: response });
  });
});

describe('a notification', () => {
  test('{"method": "update"} runs and is not answered', async () => {
    const request = '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}';
    expect(await answerTo(request)).toEqual({ status: 204, text: '' });
    expect(heard).toEqual(['update']);
  });

  test('{"method": "foobar"} is not answered, though there is no such method', async () => {
    const request = '{"jsonrpc": "2.0", "method": "foobar"}';
    expect(await answerTo(request)).toEqual({ status: 204, text: '' });
  });
});

describe('a request that is not answered with a result', () => {
  test.each([
    [
      'rpc call of non-existent method',
      '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
      '{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"Method not found"}}',
    ],
    [
      'rpc call with invalid JSON',
      '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    ],
    [
      'rpc call with invalid Request object',
      '{"jsonrpc": "2.0", "method": 1, "params": "bar"}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}',
    ],
    [
      'rpc call Batch, invalid JSON',
      '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    ],
    [
      'rpc call with an empty Array',
      '[]',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}',
    ],
    [
      'rpc call with an invalid Batch (but not empty)',
      '[1]',
      '[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}]',
    ],
    [
      'rpc call with invalid Batch',
      '[1,2,3]',
      compact(`[
        {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid Request"}},
        {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid Request"}},
        {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid Request"}}
      ]`),
    ],
  ])('%s', async (_, request, response) => {
    expect(await answerTo(request)).toEqual({ status: 200, text: response });
  });
});

describe('rpc call Batch', () => {
  test('each item is answered in its place, notifications are not', async () => {
    const { status, text } = await answerTo(
      `[
        {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
        {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
      ]`,
    );
    expect(status).toBe(200);
    expect(text).toBe(
      compact(`[
        {"jsonrpc": "2.0", "id": "1", "result": 7},
        {"jsonrpc": "2.0", "id": "2", "result": 19},
        {"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid Request"}},
        {"jsonrpc": "2.0", "id": "5", "error": {"code": -32601, "message": "Method not found"}},
        {"jsonrpc": "2.0", "id": "9", "result": ["hello", 5]}
      ]`),
    );
    expect(heard).toEqual(['notify_hello']);
  });

  test('all notifications: nothing is returned', async () => {
    const request = `[
      {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
    ]`;
    expect(await answerTo(request)).toEqual({ status: 204, text: '' });
    expect(heard).toEqual(['notify_sum', 'notify_hello']);
  });
});
