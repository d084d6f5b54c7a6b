import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { postText, serve } from '../../test/call.js';
import { type Api, Entrypoint, params } from '../index.js';

/** All examples of https://www.jsonrpc.org/specification#examples. */
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

/** Removes `data`, which the server adds to the end of an error. */
function withoutData(text: string): string {
  return JSON.stringify(
    JSON.parse(text, (name, value: unknown) => (name === 'data' ? undefined : value)),
  );
}

async function responseTo(body: string): Promise<{ status: number; text: string }> {
  const { status, text } = await postText(api, body);
  return { status, text: text === '' ? '' : withoutData(text) };
}

/** Removes the white space between members, and keeps that inside strings such as `Parse error`. */
function compact(json: string): string {
  return json.replaceAll(/(?<=[[{:,])\s+|\s+(?=[\]}])/g, '').trim();
}

describe("the specification's example of positional parameters", () => {
  test.each([
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
      '{"jsonrpc":"2.0","id":1,"result":19}',
    ],
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
      '{"jsonrpc":"2.0","id":2,"result":-19}',
    ],
  ])('has its response: %s', async (request, response) => {
    expect(await responseTo(request)).toEqual({ status: 200, text: response });
  });
});

describe("the specification's example of named parameters", () => {
  test.each([
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
      '{"jsonrpc":"2.0","id":3,"result":19}',
    ],
    [
      '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
      '{"jsonrpc":"2.0","id":4,"result":19}',
    ],
  ])('has its response: %s', async (request, response) => {
    expect(await responseTo(request)).toEqual({ status: 200, text: response });
  });
});

describe("the specification's example of a notification", () => {
  test('runs the method update without a response', async () => {
    const request = '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}';
    expect(await responseTo(request)).toEqual({ status: 204, text: '' });
    expect(heard).toEqual(['update']);
  });

  test('has no response for the unknown method foobar', async () => {
    const request = '{"jsonrpc": "2.0", "method": "foobar"}';
    expect(await responseTo(request)).toEqual({ status: 204, text: '' });
  });
});

describe("the specification's example of an invalid request gets an error response", () => {
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
    expect(await responseTo(request)).toEqual({ status: 200, text: response });
  });
});

describe("the specification's example of a batch", () => {
  test('has a response to each request in order, and none to notifications', async () => {
    const { status, text } = await responseTo(
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

  test('has no response if all items are notifications', async () => {
    const request = `[
      {"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
    ]`;
    expect(await responseTo(request)).toEqual({ status: 204, text: '' });
    expect(heard).toEqual(['notify_sum', 'notify_hello']);
  });
});
