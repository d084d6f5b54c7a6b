import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { type Api, dependency, Entrypoint, httpResponse } from '../index.js';
import { ExchangeResponseHead } from './http-response-head.js';

const request = (method: string, id = 1): object => ({ jsonrpc: '2.0', id, method });

let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  v1 = new Entrypoint('/rpc');
  api = serve(v1).api;
});

describe('httpResponse', () => {
  test('sets the status and headers of the answer', async () => {
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

  test('sets cookies, one header each', async () => {
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

  test('is one for all calls of a batch and for their dependencies and middlewares', async () => {
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

  test('can not say another media type or length than the body has', async () => {
    v1.method('lie', { args: { out: httpResponse } }, ({ out }) => {
      out.headers.set('Content-Type', 'text/html');
      out.headers.set('Content-Length', '1');
    });
    const { headers } = await postJson(api, request('lie'));
    expect(Object.fromEntries(headers)).toEqual({ 'content-type': 'application/json' });
  });

  test('holds for an error answer as well', async () => {
    v1.method('fail', { args: { out: httpResponse } }, ({ out }) => {
      out.headers.set('retry-after', '5');
      throw new Error('broken');
    });
    const { status, headers } = await postJson(api, request('fail'));
    expect({ status, after: headers.get('retry-after') }).toEqual({ status: 200, after: '5' });
  });

  test('leaves an answer without a body at 204', async () => {
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
  'the status %d is refused where it is set, so that it is in no framework',
  (status) => {
    expect(() => {
      new ExchangeResponseHead().status = status;
    }).toThrow(`httpResponse: status must be from 200 to 599 and have a body, not ${status}`);
  },
);
