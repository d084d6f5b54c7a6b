import { createRequire } from 'node:module';
import { Api, Entrypoint, httpRequest, httpResponse } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { logger } from 'hono/logger';
import { LinearRouter } from 'hono/router/linear-router';
import { PatternRouter } from 'hono/router/pattern-router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { describe, expect, test } from 'vitest';
import { call } from '@jsonrpc-kit/test-support/raw-client';
import { jsonRpc } from './json-rpc.js';

/** Hono as an application gets it from `require('hono')`. */
const { Hono: CommonJsHono } = createRequire(import.meta.url)('hono') as { Hono: typeof Hono };

/** Returns an api with one entrypoint, whose methods return their api's name and their path. */
function apiAt(path: string, name = 'the api'): Api {
  const rpc = new Entrypoint(path);
  rpc.method('name', {}, () => name);
  rpc.method('path', { args: { request: httpRequest } }, ({ request }) => request.path);
  rpc.method('cookie', { args: { response: httpResponse } }, ({ response }) => {
    response.setCookie('method', '1');
    response.headers.set('x-by', 'method');
  });
  return new Api().bindEntrypoint(rpc);
}

function postTo(
  app: Hono,
  path: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  const headers = { 'content-type': 'application/json', ...more };
  return app.request(path, { method: 'POST', headers, body });
}

async function resultOf(app: Hono, path: string, method: string): Promise<unknown> {
  const response = await postTo(app, path, call(method));
  if (response.status !== 200) return response.status;
  const { result } = (await response.json()) as { result?: unknown };
  return result;
}

describe('jsonRpc()', () => {
  test('jsonRpc() returns an app that can be mounted or served directly', async () => {
    const app = jsonRpc(apiAt('/rpc'));
    expect(await resultOf(app, '/rpc', 'name')).toBe('the api');
    expect(await resultOf(new Hono().route('/', app), '/rpc', 'name')).toBe('the api');
  });

  test.each([
    ['/', '/rpc', '/rpc'],
    ['/', '/rpc/path', '/rpc/path'],
    ['/', '/rpc/', '/rpc/'],
    ['/', '/rpc/pa%74h', '/rpc/pa%74h'],
    ['/v1', '/v1/rpc', '/rpc'],
    ['/v1/', '/v1/rpc/path', '/rpc/path'],
    ['/v1/rpc', '/v1/rpc/rpc/path', '/rpc/path'],
    ['/:tenant', '/acme/rpc', '/rpc'],
    ['/:tenant', '/rpc/rpc', '/rpc'],
    ['/:tenant', '/%C5%BElu%C5%A5/rpc', '/rpc'],
    ['/:tenant', '/a%2Fb/rpc/%70ath', '/rpc/%70ath'],
    ['/:tenant{[a-z]+}/in/:place', '/acme/in/brno/rpc/path', '/rpc/path'],
  ])('an api mounted at %s sees a request to %s as %s', async (prefix, url, path) => {
    for (const AnyHono of [Hono, CommonJsHono]) {
      const app = new AnyHono().route(prefix, jsonRpc(apiAt('/rpc')));
      expect(await resultOf(app, url, 'path')).toBe(path);
    }
  });

  test('an api can be mounted behind middleware of the CommonJS build', async () => {
    const app = new CommonJsHono()
      .use((_, next) => next())
      .route('/:tenant', jsonRpc(apiAt('/rpc')));
    expect(await resultOf(app, '/rpc/rpc/path', 'path')).toBe('/rpc/path');
  });

  test('errors of other routes reach onError() of an application of the CommonJS build', async () => {
    const app = new CommonJsHono()
      .route('/', jsonRpc(apiAt('/rpc')))
      .all('/rpc', () => {
        throw new Error('thrown');
      })
      .onError((error, c) => c.text(`handled ${error.message}`, 500));
    const response = await postTo(app, '/%72pc', call('name'));
    expect(await response.text()).toBe('handled thrown');
  });

  test('an api can be mounted below a base path and in nested apps', async () => {
    const inner = new Hono().route('/inner', jsonRpc(apiAt('/rpc')));
    const app = new Hono().basePath('/base').route('/outer', inner);
    expect(await resultOf(app, '/base/outer/inner/rpc/path', 'path')).toBe('/rpc/path');
  });

  test('an api can be mounted by host', async () => {
    const app = new Hono({
      getPath: ({ url, headers }) => `/${headers.get('host')}${new URL(url).pathname}`,
    }).route('/a.example.com', jsonRpc(apiAt('/rpc')));
    const response = await app.request('http://a.example.com/rpc/%70ath', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'a.example.com' },
      body: call('path'),
    });
    expect(await response.json()).toMatchObject({ result: '/rpc/%70ath' });
  });

  test('an entrypoint can have an encoded path', async () => {
    const app = jsonRpc(apiAt('/%C5%BElu%C5%A5/50%25'));
    expect(await resultOf(app, '/žluť/50%25', 'name')).toBe('the api');
    expect(await resultOf(app, '/%C5%BElu%C5%A5/50%25/name', 'name')).toBe('the api');
  });

  test('an entrypoint can have the path /', async () => {
    const app = jsonRpc(apiAt('/'));
    expect(await resultOf(app, '/', 'name')).toBe('the api');
    expect(await resultOf(app, '/name', 'name')).toBe('the api');
  });

  test.each([
    ['SmartRouter', new SmartRouter<never>({ routers: [new RegExpRouter(), new TrieRouter()] })],
    ['LinearRouter', new LinearRouter<never>()],
    ['PatternRouter', new PatternRouter<never>()],
  ])('%s finds an api', async (_, router) => {
    const app = new Hono({ router }).route('/v1', jsonRpc(apiAt('/my.api/rpc')));
    expect(await resultOf(app, '/v1/my.api/rpc', 'path')).toBe('/my.api/rpc');
    expect(await resultOf(app, '/v1/my.api/rpc/path', 'path')).toBe('/my.api/rpc/path');
    expect(await resultOf(app, '/v1/my.api/rpcs', 'path')).toBe(404);
    expect(await resultOf(app, '/v1/myxapi/rpc', 'path')).toBe(404);
  });
});

describe('an application', () => {
  test('an application can mount several apis', async () => {
    const app = new Hono()
      .route('/', jsonRpc(apiAt('/one', 'first')))
      .route('/', jsonRpc(apiAt('/two', 'second')))
      .route('/v2', jsonRpc(apiAt('/one', 'third')));
    expect(await resultOf(app, '/one', 'name')).toBe('first');
    expect(await resultOf(app, '/two', 'name')).toBe('second');
    expect(await resultOf(app, '/v2/one', 'name')).toBe('third');
  });

  test('requests to other paths are passed to the application', async () => {
    const app = new Hono()
      .route('/', jsonRpc(apiAt('/rpc')))
      .get('/health', (c) => c.text('ok'))
      .notFound((c) => c.text('not found', 404));
    expect(await (await app.request('/health')).text()).toBe('ok');
    expect(await (await postTo(app, '/elsewhere', call('name'))).text()).toBe('not found');
    // Hono matches the decoded path, but the api compares the path that the client has sent.
    expect(await (await postTo(app, '/%72pc', call('name'))).text()).toBe('not found');
  });

  test('earlier middleware handles preflights, and its headers stay on the response', async () => {
    const lines: string[] = [];
    const app = new Hono()
      .use(logger((line) => lines.push(line)))
      .use(cors({ origin: 'https://bank.example', exposeHeaders: ['x-by'] }))
      .use(async (c, next) => {
        c.header('x-before', '1');
        c.header('set-cookie', 'before=1', { append: true });
        await next();
        c.header('x-after', '1');
        c.header('set-cookie', 'after=1', { append: true });
      })
      .route('/', jsonRpc(apiAt('/rpc')));

    const origin = 'https://bank.example';
    const preflight = await app.request('/rpc', { method: 'OPTIONS', headers: { origin } });
    expect(preflight.status).toBe(204);

    const { status, headers } = await postTo(app, '/rpc', call('cookie'), { origin });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': 'https://bank.example',
      'content-type': 'application/json',
      'x-after': '1',
      'x-before': '1',
      'x-by': 'method',
    });
    expect(headers.getSetCookie()).toEqual(['before=1', 'method=1', 'after=1']);
    expect(lines).toContainEqual(expect.stringContaining('POST /rpc'));
  });

  test('a header that middleware has set stays on a response that no other code changes', async () => {
    const app = new Hono()
      .use((c, next) => {
        c.header('x-before', '1');
        return next();
      })
      .route('/', jsonRpc(apiAt('/rpc')));
    expect((await postTo(app, '/rpc', call('name'))).headers.get('x-before')).toBe('1');
  });

  test('an api that is shutting down responds with 503', async () => {
    const api = apiAt('/rpc');
    const app = jsonRpc(api);
    await api.close();
    const response = await postTo(app, '/rpc', call('name'));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
  });
});
