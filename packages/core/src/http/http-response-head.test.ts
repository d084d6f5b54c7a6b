import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { type Api, dependency, Entrypoint, httpResponse, HttpError } from '../index.js';
import { ExchangeResponseHead, responseHeaders, isSendable } from './http-response-head.js';

const request = (method: string, id = 1): object => ({ jsonrpc: '2.0', id, method });

let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  v1 = new Entrypoint('/rpc');
  api = serve(v1).api;
});

describe('httpResponse', () => {
  test('sets the status and headers of the response', async () => {
    v1.method('create', { args: { out: httpResponse } }, ({ out }) => {
      out.status = 201;
      out.headers.set('location', '/accounts/1');
      return 1;
    });
    const { status, headers, json } = await postJson(api, request('create'));
    expect(status).toBe(201);
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json',
      location: '/accounts/1',
    });
    expect(json).toMatchObject({ result: 1 });
  });

  test('sets each cookie in a separate header', async () => {
    v1.method('login', { args: { out: httpResponse } }, ({ out }) => {
      out.setCookie('session', 'a b;c', { httpOnly: true, secure: true, maxAge: 60, path: '/' });
      out.setCookie('theme', 'dark');
    });
    const { headers } = await postJson(api, request('login'));
    expect(headers.getSetCookie()).toEqual([
      'session=a%20b%3Bc; Max-Age=60; Path=/; HttpOnly; Secure',
      'theme=dark',
    ]);
  });

  test('is shared by all calls of a batch and their dependencies and middlewares', async () => {
    const trace = dependency({ out: httpResponse }, ({ out }) => out.headers.append('x-at', 'dep'));
    v1.method(
      'run',
      {
        args: { trace, out: httpResponse },
        middlewares: [
          async (ctx, next) => {
            await next();
            ctx.httpResponse.headers.append('x-at', 'middleware');
          },
        ],
      },
      ({ out }) => out.headers.append('x-at', 'handler'),
    );
    const { headers } = await postJson(api, [request('run', 1), request('run', 2)]);
    expect(headers.get('x-at')?.split(', ').toSorted()).toEqual([
      'dep',
      'dep',
      'handler',
      'handler',
      'middleware',
      'middleware',
    ]);
  });

  test('cannot change the media type or the length of the body', async () => {
    v1.method('lie', { args: { out: httpResponse } }, ({ out }) => {
      out.headers.set('Content-Type', 'text/html');
      out.headers.set('Content-Length', '1');
    });
    const { headers } = await postJson(api, request('lie'));
    expect(Object.fromEntries(headers)).toEqual({ 'content-type': 'application/json' });
  });

  test('sets headers of an error response', async () => {
    v1.method('fail', { args: { out: httpResponse } }, ({ out }) => {
      out.headers.set('retry-after', '5');
      throw new Error('broken');
    });
    const { status, headers } = await postJson(api, request('fail'));
    expect({ status, after: headers.get('retry-after') }).toEqual({ status: 200, after: '5' });
  });

  test('does not change the status 204 of a response without a body', async () => {
    v1.method('notify', { args: { out: httpResponse } }, ({ out }) => {
      out.status = 201;
      out.headers.set('x-set', 'yes');
    });
    const { status, text, headers } = await postJson(api, { jsonrpc: '2.0', method: 'notify' });
    expect({ status, text, headers: [...headers] }).toEqual({
      status: 204,
      text: '',
      headers: [['x-set', 'yes']],
    });
  });

  test('is not shared between HTTP requests', async () => {
    v1.method('set', { args: { out: httpResponse } }, ({ out }) => out.headers.set('x-set', 'yes'));
    v1.method('look', { args: { out: httpResponse } }, ({ out }) => out.headers.has('x-set'));
    await postJson(api, request('set'));
    expect((await postJson(api, request('look'))).json).toMatchObject({ result: false });
  });
});

test.each([0, 100, 199, 204, 205, 304, 600, 200.5, Number.NaN])(
  'httpResponse rejects the status %d when it is set',
  (status) => {
    expect(() => {
      new ExchangeResponseHead().status = status;
    }).toThrow(
      `httpResponse: status must be an integer from 200 to 599 that allows a body, not ${status}`,
    );
  },
);

test('responseHeaders() omits the headers of the body, which the server sets', () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/html'],
    ['content-length', '1'],
    ['transfer-encoding', 'chunked'],
    ['X-Result', '42'],
  ];
  expect(responseHeaders(headers)).toEqual([['x-result', '42']]);
});

test.each([
  ['x-result', ''],
  ['x-result', 'a\tb é'],
])('a response can have the header %s: %j', (name, value) => {
  expect(isSendable([name, value])).toBe(true);
});

test.each([
  ['x result', '42'],
  ['', '42'],
  ['x-result', 'a\nb'],
  ['x-result', '\u0001'],
  ['x-result', 'ž'],
])('a response cannot have the header %j: %j', (name, value) => {
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
])('a response cannot have the header %s, which concerns the connection', (name) => {
  expect(isSendable([name, 'close'])).toBe(false);
});

describe('a response with an invalid header becomes 500 and is logged', () => {
  test.each(['of a method', 'of an error'])('if it is a header %s', async (where) => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('run', { args: { out: httpResponse } }, ({ out }) => {
      if (where === 'of an error') throw new HttpError(403, 'No', { 'x-bad': 'a\nb' });
      out.headers.set('x-bad', '\u0001');
    });
    const served = serve(rpc);
    const { status, json } = await postJson(served.api, { jsonrpc: '2.0', id: 1, method: 'run' });
    expect({ status, json }).toEqual({ status: 500, json: { detail: 'Internal Server Error' } });
    expect(served.log).toMatchObject([{ details: { header: 'x-bad' } }]);
  });
});
