import { describe, expect, test } from 'vitest';
import { checkResponse } from './check-response.js';
import type { FuzzResponse } from './fuzz-connection.js';
import type { FuzzRequest } from './fuzz-request.js';
import { expectedOf } from './reference-model.js';

const limits = { maxBodyBytes: 1000, maxBatchSize: 3 };
const toHead = false;

const posted = (body: string): FuzzRequest => ({
  verb: 'POST',
  target: '/rpc',
  version: '1.1',
  contentType: { values: ['application/json'], isAccepted: true },
  headers: [],
  body: new TextEncoder().encode(body),
  framing: 'content-length',
});

const responseOf = (body: string, changed: Partial<FuzzResponse> = {}): FuzzResponse => ({
  status: 200,
  headers: {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  },
  body,
  ...changed,
});

const echo = (id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"echo","params":{"text":"hi"}}`;
const result = (id: number): string => `{"jsonrpc":"2.0","id":${id},"result":"hi"}`;
const callOfUnknownMethod = '{"jsonrpc":"2.0","id":1,"method":"none"}';
const notification = '{"jsonrpc":"2.0","method":"echo"}';

describe('checkResponse()', () => {
  test.each([
    ['a call', echo(1), responseOf(result(1))],
    [
      'a batch',
      `[${echo(1)},${notification},${echo(2)}]`,
      responseOf(`[${result(1)},${result(2)}]`),
    ],
    ['a notification', notification, responseOf('', { status: 204, headers: {} })],
    [
      'an unknown method',
      callOfUnknownMethod,
      responseOf('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'),
    ],
  ])('reports no violation in the specified response to %s', (_, body, response) => {
    expect(checkResponse(response, expectedOf(posted(body), limits), { toHead })).toEqual([]);
  });

  test.each([
    ['another status', echo(1), responseOf(result(1), { status: 500 })],
    ['another id', echo(1), responseOf(result(2))],
    ['the id as a string', echo(1), responseOf(result(1).replace('1', '"1"'))],
    ['another result', echo(1), responseOf(result(1).replace('hi', 'ho'))],
    ['an additional member', echo(1), responseOf(result(1).replace('}', ',"error":null}'))],
    ['members in another order', echo(1), responseOf('{"id":1,"jsonrpc":"2.0","result":"hi"}')],
    ['no body', echo(1), responseOf('')],
    ['an array around one response', echo(1), responseOf(`[${result(1)}]`)],
    ['no array around a batch of one', `[${echo(1)}]`, responseOf(result(1))],
    [
      'a batch in another order',
      `[${echo(1)},${echo(2)}]`,
      responseOf(`[${result(2)},${result(1)}]`),
    ],
    [
      'one response too many',
      `[${echo(1)},${notification}]`,
      responseOf(`[${result(1)},${result(1)}]`),
    ],
    ['a response to a notification', notification, responseOf(result(1))],
    ['200 for a notification', notification, responseOf('', { headers: {} })],
    ['an empty array for notifications', `[${notification}]`, responseOf('[]')],
    [
      'another error code',
      callOfUnknownMethod,
      responseOf('{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid Request"}}'),
    ],
    ['a result for an error', callOfUnknownMethod, responseOf(result(1))],
    [
      'error data without a list of problems',
      '[]',
      responseOf(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","data":{}}}',
      ),
    ],
    [
      'data in an internal error',
      echo(1).replace('echo', 'fail'),
      responseOf(
        '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":{"errors":[]}}}',
      ),
    ],
    [
      'a wrong content-length',
      echo(1),
      responseOf(result(1), {
        headers: { 'content-type': 'application/json', 'content-length': '1' },
      }),
    ],
    [
      'another content-type',
      echo(1),
      responseOf(result(1), {
        headers: { 'content-type': 'text/html', 'content-length': String(result(1).length) },
      }),
    ],
  ])('reports a violation: %s', (_, body, response) => {
    expect(checkResponse(response, expectedOf(posted(body), limits), { toHead })).not.toEqual([]);
  });

  test('the reference model rejects a body or batch over its limit, and an unsupported media type', () => {
    const statusOf = (request: FuzzRequest): unknown => Object(expectedOf(request, limits)).status;
    expect(statusOf(posted(' '.repeat(1001)))).toBe(413);
    const contentType = { values: ['text/plain'], isAccepted: false };
    expect(statusOf({ ...posted(echo(1)), contentType })).toBe(415);
    expect(expectedOf(posted('[1,2,3,4]'), limits)).toMatchObject({ responses: { code: -32600 } });
  });
});
