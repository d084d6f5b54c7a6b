import { describe, expect, test } from 'vitest';
import { JsonRpcError } from '../errors/json-rpc-error.js';
import { HttpStatusError, NetworkError } from '../errors/transport-errors.js';
import { minDelayAfter, minDelayToSubscribe } from './temporary-errors.js';

const http = (status: number) => new HttpStatusError({ status, headers: new Headers(), body: '' });
const rejection = (code: number, cause?: Error) =>
  new JsonRpcError({ code, message: 'Rejected' }, 'pay', { cause });
const httpError = (status: number) =>
  new JsonRpcError({ code: -32000, message: 'HTTP error', data: { status } }, 'pay');

describe('a call is retried and a subscription continues', () => {
  test.each<[string, unknown, { call: boolean; subscription: boolean }]>([
    ['the HTTP status 503', http(503), { call: true, subscription: true }],
    ['503 on a connection', httpError(503), { call: true, subscription: true }],
    ['a rejection with 503', rejection(-32603, http(503)), { call: true, subscription: true }],
    ['the HTTP status 429', http(429), { call: false, subscription: true }],
    ['429 on a connection', httpError(429), { call: false, subscription: true }],
    ['a rejection with 429', rejection(-32603, http(429)), { call: false, subscription: true }],
    ['LimitExceeded', rejection(-32005), { call: false, subscription: true }],
    ['InternalError', rejection(-32603), { call: false, subscription: false }],
    ['the HTTP status 401', http(401), { call: false, subscription: false }],
    [
      'a redirect',
      new NetworkError('', { cause: new Error('unexpected redirect') }),
      { call: false, subscription: false },
    ],
  ])('or not after %s, as the documentation says', (_, error, expected) => {
    const call = minDelayAfter(error) < Infinity;
    const subscription = minDelayToSubscribe(error) < Infinity;
    expect({ call, subscription }).toEqual(expected);
  });
});
