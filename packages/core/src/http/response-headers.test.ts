import { describe, expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { Entrypoint, HttpError, httpResponse } from '../index.js';
import { responseHeaders, isSendable } from './http-response-head.js';

test('the headers of the body are left to the server', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/html'],
    ['content-length', '1'],
    ['transfer-encoding', 'chunked'],
    ['X-Answer', '42'],
  ];
  expect(responseHeaders(headers)).toEqual([['x-answer', '42']]);
});

test.each([
  ['x-answer', ''],
  ['x-answer', 'a\tb é'],
])('HTTP carries %s: %j', (name, value) => {
  expect(isSendable([name, value])).toBe(true);
});

test.each([
  ['x answer', '42'],
  ['', '42'],
  ['x-answer', 'a\nb'],
  ['x-answer', '\u0001'],
  ['x-answer', 'ž'],
])('HTTP does not carry %j: %j', (name, value) => {
  expect(isSendable([name, value])).toBe(false);
});

test.each([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])('a response of a method does not carry %s, which concerns the connection', (name) => {
  expect(isSendable([name, 'close'])).toBe(false);
});

describe('an answer with a header that HTTP does not carry is a 500, logged,', () => {
  test.each(['of a method', 'of an error'])('be it one %s', async (where) => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('run', { args: { out: httpResponse } }, ({ out }) => {
      if (where === 'of an error') throw new HttpError(403, 'No', { 'x-bad': 'a\nb' });
      out.headers.set('x-bad', '\u0001');
    });
    const { api, log } = serve(rpc);
    const { status, json } = await postJson(api, { jsonrpc: '2.0', id: 1, method: 'run' });
    expect({ status, json }).toEqual({ status: 500, json: { detail: 'Internal Server Error' } });
    expect(log).toMatchObject([{ details: { header: 'x-bad' } }]);
  });
});
