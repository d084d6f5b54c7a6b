import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { type Api, dependency, Entrypoint, httpResponse, HttpError } from '../index.js';
import type { Logger } from '../index.js';
import {
  DraftResponseHead,
  ExchangeResponseHead,
  withSendableHeaders,
} from './http-response-head.js';
import { NO_CONTENT } from './http-response.js';

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

test.each([200, 418, 599, undefined])('httpResponse accepts the status %s', (status) => {
  const head = new ExchangeResponseHead();
  head.status = 500;
  head.status = status;
  expect(head.status).toBe(status);
});

describe('a header that only the server sets', () => {
  const names = [
    'Connection',
    'content-length',
    'content-type',
    'http2-settings',
    'keep-alive',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ];

  function serveHeaders(): ReturnType<typeof serve> {
    const rpc = new Entrypoint('/rpc');
    rpc.method('set', { args: { out: httpResponse } }, ({ out }) => {
      for (const name of names) out.headers.set(name, 'close');
      out.headers.set('x-result', '42');
    });
    rpc.method('forbid', {}, () => {
      const headers = Object.fromEntries(names.map((name) => [name, 'close']));
      throw new HttpError(403, 'No', { ...headers, 'X-Result': '42' });
    });
    rpc.method('ping', {}, () => 'pong');
    return serve(rpc);
  }

  test.each([
    ['a method', 'set', 200, [{ result: null }, { result: 'pong' }]],
    ['an HttpError', 'forbid', 403, { detail: 'No' }],
  ])('is ignored and logged if %s sets it', async (_, method, status, json) => {
    const served = serveHeaders();
    const response = await postJson(served.api, [request(method), request('ping', 2)]);
    expect(response).toMatchObject({ status, json });
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'x-result': '42',
    });
    const sorted = expect.arrayContaining(names.map((name) => name.toLowerCase()));
    expect(served.log).toMatchObject([
      { message: 'Headers ignored: only the server sets them', details: { headers: sorted } },
    ]);
  });
});

describe('the value of a header', () => {
  test.each(['', 'a\tb c', '~!"', 'x'.repeat(10_000)])('may be %j', (value) => {
    const head = new ExchangeResponseHead();
    head.headers.set('x-result', value);
    head.headers.append('x-other', value);
    expect(head.entries()).toEqual([
      ['x-other', value],
      ['x-result', value],
    ]);
  });

  test.each(['é', '\u0080', '\u00ff', 'ž', '\u007f', '\u0001', 'a\nb', 'a\n'])(
    'that is %j fails only the call that sets it',
    async (value) => {
      const rpc = new Entrypoint('/rpc');
      rpc.method('set', { args: { out: httpResponse } }, ({ out }) =>
        out.headers.set('x-result', value),
      );
      rpc.method('append', { args: { out: httpResponse } }, ({ out }) =>
        out.headers.append('x-result', value),
      );
      rpc.method('sign-in', { args: { out: httpResponse } }, ({ out }) => {
        out.setCookie('session', 's3cret', { path: `/${value}` });
      });
      rpc.method('ping', {}, () => 'pong');
      const served = serve(rpc);
      const messages = ['set', 'append', 'sign-in', 'ping'].map((name, id) => request(name, id));
      const { status, json } = await postJson(served.api, messages);
      const failed = { error: { code: -32603 } };
      expect({ status, json }).toMatchObject({
        status: 200,
        json: [failed, failed, failed, { result: 'pong' }],
      });
      expect(served.log[0]?.details).toMatchObject({
        err: expect.objectContaining({
          message: expect.stringMatching(/"x-result" must contain only printable ASCII .* Encode/),
        }),
      });
    },
  );
});

test.each([
  ['x result', '42'],
  ['', '42'],
  ['x-result', 'a\nb'],
  ['x-result', '\u0001'],
  ['x-result', 'é'],
  ['x-result', 'ž'],
])('withSendableHeaders() replaces a response with the header %j: %j by a 500', (name, value) => {
  const logged: unknown[] = [];
  const logger: Logger = { error: (details) => void logged.push(details), warn: () => undefined };
  const response = withSendableHeaders({ ...NO_CONTENT, headers: [[name, value]] }, logger);
  expect(response.status).toBe(500);
  expect(logged).toEqual([{ header: name }]);
});

test('an HttpError with an invalid header becomes a 500 response and is logged', async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('run', {}, () => {
    throw new HttpError(403, 'No', { 'x-bad': 'a\nb' });
  });
  const served = serve(rpc);
  const { status, json } = await postJson(served.api, request('run'));
  expect({ status, json }).toEqual({ status: 500, json: { detail: 'Internal Server Error' } });
  expect(served.log).toMatchObject([{ details: { header: 'x-bad' } }]);
});

test('a draft changes its original when it is kept, and from then on immediately', () => {
  const original = new ExchangeResponseHead();
  const draft = new DraftResponseHead(original);
  draft.headers.set('x-early', '1');
  expect(original.entries() ?? []).toEqual([]);
  draft.keep();
  expect(original.entries()).toEqual([['x-early', '1']]);
  draft.status = 201;
  draft.headers.set('x-late', '2');
  expect(original.status).toBe(201);
  expect(original.entries()).toEqual([
    ['x-early', '1'],
    ['x-late', '2'],
  ]);
});
