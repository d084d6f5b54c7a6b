import { adapterApi } from '../adapter.js';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { postJson, postText, serve } from '../../test/call.js';
import { NO_CONTENT } from '../http/http-response.js';
import { Api, Entrypoint, HttpError, jsonRpcContext } from '../index.js';

function entrypointAt(path: string): Entrypoint {
  const entrypoint = new Entrypoint(path);
  entrypoint.method('where', { args: { ctx: jsonRpcContext } }, ({ ctx }) => ctx.entrypoint.path);
  return entrypoint;
}

const where = { jsonrpc: '2.0', id: 1, method: 'where' };

describe('the path of an entrypoint', () => {
  const { api } = serve(
    entrypointAt('/api/v1'),
    entrypointAt('/api/v2/'),
    entrypointAt('/api/v1/x'),
  );

  test.each([
    ['/api/v1', '/api/v1'],
    ['/api/v1/', '/api/v1'],
    ['/api/v2', '/api/v2'],
    ['/api/v2/', '/api/v2'],
    ['/api/v1/x', '/api/v1/x'],
    ['/api/v1/x/', '/api/v1/x'],
  ])('routes %s to the entrypoint at %s', async (path, servedBy) => {
    expect((await postJson(api, where, { path })).json).toMatchObject({ result: servedBy });
  });

  test.each(['/', '', '/api', '/api/v', '/api/v1x', '/API/V1', 'api/v1', '/other/api/v1'])(
    'does not route %j to the entrypoint at /api/v1',
    (path) => {
      const request = {
        verb: 'POST',
        path,
        header: () => undefined,
        readBody: () => ({ kind: 'text' as const, text: '' }),
        signal: new AbortController().signal,
        native: undefined,
      };
      expect(adapterApi(api).handle(request)).toBeUndefined();
    },
  );

  test('routes / to an entrypoint at the root', async () => {
    const root = serve(entrypointAt('/')).api;
    for (const path of ['/', '/where', '/where/']) {
      expect((await postJson(root, where, { path })).json).toMatchObject({ result: '/' });
    }
  });

  test("rejects a page at a path that clients can't reach with every adapter", () => {
    const page = { path: '/docs%2Fapi', handle: () => NO_CONTENT };
    expect(() => adapterApi(new Api()).addPage(page)).toThrow(
      'Api: the path "/docs%2Fapi" contains %2F, which frameworks decode at different times. Write ' +
        '"/docs/api" instead.',
    );
  });

  test('rejects a second entrypoint with the same path', () => {
    const twice = new Api().bindEntrypoint(entrypointAt('/rpc'));
    expect(() => twice.bindEntrypoint(entrypointAt('/rpc/'))).toThrow(
      'Api: the path /rpc is already in use. Choose another path.',
    );
  });

  test('calls the methods of the entrypoint that the path names', async () => {
    const one = new Entrypoint('/one');
    const two = new Entrypoint('/two');
    one.method('only', {}, () => 1);
    const served = serve(one, two);
    const only = { ...where, method: 'only' };
    expect((await postJson(served.api, only, { path: '/one' })).json).toMatchObject({ result: 1 });
    expect((await postJson(served.api, only, { path: '/two' })).json).toMatchObject({
      error: { code: -32601 },
    });
  });
});

describe('the route of a method, {path}/{method}', () => {
  let api: Api;
  let ran: unknown[];

  beforeEach(() => {
    ran = [];
    const v1 = new Entrypoint('/rpc');
    for (const name of [
      'ping',
      'math/add',
      'größe',
      'a b',
      '100%',
      '%41',
      'x.y',
      '__proto__',
      '?q',
    ]) {
      v1.method(name, { args: { n: v.optional(v.number(), 0) } }, ({ n }) => {
        ran.push(n);
        return name;
      });
    }
    api = serve(v1).api;
  });

  const send = (path: string, message: unknown) => postJson(api, message, { path });

  test('a route of a method accepts a request that names the method', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping', params: { n: 5 } };
    expect(await send('/rpc/ping', message)).toMatchObject({
      status: 200,
      text: '{"jsonrpc":"2.0","id":1,"result":"ping"}',
    });
    expect(ran).toEqual([5]);
  });

  test.each([
    ['a malformed escape', '/rpc/%zz'],
    ['half an escape', '/rpc/ping%'],
    ['an escape that is not UTF-8', '/rpc/%E0%A4%A'],
    ['two dots', '/rpc/../rpc'],
    ['two encoded dots', '/rpc/%2e%2E/docs'],
    ['half-encoded dots', '/rpc/.%2e'],
    ['one dot', '/rpc/./ping'],
    ['a dot at the end', '/rpc/.'],
    ['a dot and a slash at the end', '/rpc/%2e/'],
    ['a fragment', '/rpc/ping#there'],
    ['a backslash', '/rpc/..\\docs'],
  ])('does not route a path with %s', (_, path) => {
    const request = {
      verb: 'POST',
      path,
      header: () => undefined,
      readBody: () => ({ kind: 'text' as const, text: '' }),
      signal: new AbortController().signal,
      native: undefined,
    };
    expect(adapterApi(api).handle(request)).toBeUndefined();
  });

  test('a route of a method accepts a request without a method', async () => {
    const { json } = await send('/rpc/ping', { jsonrpc: '2.0', id: 1, params: { n: 5 } });
    expect(json).toMatchObject({ id: 1, result: 'ping' });
    expect(ran).toEqual([5]);
  });

  test.each([
    ['/rpc/ping/', 'ping'],
    ['/rpc/math%2Fadd', 'math/add'],
    ['/rpc/math/add', 'math/add'],
    ['/rpc/gr%C3%B6%C3%9Fe', 'größe'],
    ['/rpc/a%20b', 'a b'],
    ['/rpc/100%25', '100%'],
    ['/rpc/%2541', '%41'],
    ['/rpc/x.y', 'x.y'],
    ['/rpc/__proto__', '__proto__'],
    ['/rpc/%3Fq', '?q'],
    ['/rpc/%70ing', 'ping'],
  ])('routes %s to the method %s', async (path, method) => {
    expect((await send(path, { jsonrpc: '2.0', id: 1 })).json).toMatchObject({ result: method });
    expect((await send(path, { jsonrpc: '2.0', id: 1, method })).json).toMatchObject({
      result: method,
    });
  });

  test.each(['/rpc/unknown', '/rpc/PING', '/rpc/ping%20', '/rpc/toString', '/rpc//'])(
    'responds to %s with MethodNotFound',
    async (path) => {
      const { status, json } = await send(path, { jsonrpc: '2.0', id: 1 });
      expect(status).toBe(200);
      expect(json).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32601, message: 'Method not found' },
      });
    },
  );

  test.each(['math/add', 'unknown', ''])(
    'a route of a method does not call the method %j that the request names',
    async (method) => {
      const { json } = await send('/rpc/ping', { jsonrpc: '2.0', id: 1, method });
      expect(json).toMatchObject({ id: 1, error: { code: -32601 } });
      expect(ran).toEqual([]);
    },
  );

  test('an unknown route does not call the method that the request names', async () => {
    const { json } = await send('/rpc/unknown', { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(json).toMatchObject({ id: 1, error: { code: -32601 } });
    expect(ran).toEqual([]);
  });

  test.each([[[]], [[{ jsonrpc: '2.0', id: 1, method: 'ping' }]]])(
    'rejects the batch %j on a route of a method',
    async (batch) => {
      const { status, json } = await send('/rpc/ping', batch);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, data: { errors: [{ loc: [], type: 'batch' }] } },
      });
      expect(ran).toEqual([]);
    },
  );

  test('runs a notification on a route of a method', async () => {
    expect(await send('/rpc/ping', { jsonrpc: '2.0', params: { n: 5 } })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(ran).toEqual([5]);
  });

  test('does not run a notification that names another method than its route', async () => {
    const message = { jsonrpc: '2.0', method: 'math/add' };
    expect(await send('/rpc/ping', message)).toMatchObject({ status: 204, text: '' });
    expect(ran).toEqual([]);
  });

  test.each([
    ['not an object', '1', null],
    ['without jsonrpc', '{"id":1}', 1],
    ['with the method null', '{"jsonrpc":"2.0","id":1,"method":null}', 1],
    ['with another member', '{"jsonrpc":"2.0","id":1,"path":"ping"}', 1],
  ])('rejects an invalid request on a route of a method: %s', async (_, text, id) => {
    const { json } = await postText(api, text, { path: '/rpc/ping' });
    expect(json).toMatchObject({ id, error: { code: -32600 } });
  });

  test('responds to invalid JSON on a route of a method with ParseError', async () => {
    expect((await postText(api, '{', { path: '/rpc/ping' })).json).toMatchObject({
      id: null,
      error: { code: -32700 },
    });
  });

  test('routes a method to the entrypoint with the longest matching path', async () => {
    const outer = entrypointAt('/rpc');
    const inner = entrypointAt('/rpc/inner');
    for (const order of [
      [outer, inner],
      [inner, outer],
    ]) {
      const served = serve(...order);
      const response = await postJson(served.api, where, { path: '/rpc/inner/where' });
      expect(response.json).toMatchObject({ result: '/rpc/inner' });
    }
  });
});

describe('an entrypoint with methodRoutes: false', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

  test('serves its own path, but not the routes of its methods', async () => {
    const rpc = new Entrypoint('/rpc', { methodRoutes: false });
    rpc.method('ping', {}, () => 'pong');
    const { api } = serve(rpc);
    for (const path of ['/rpc', '/rpc/']) {
      expect((await postJson(api, ping, { path })).json).toMatchObject({ result: 'pong' });
    }
    for (const path of ['/rpc/ping', '/rpc/ping/', '/rpc/p%69ng']) {
      expect((await postJson(api, ping, { path })).status).toBe(404);
    }
  });

  test('hides the paths below it from an entrypoint with a shorter path', async () => {
    const outer = new Entrypoint('/rpc');
    const inner = new Entrypoint('/rpc/inner', { methodRoutes: false });
    outer.method('inner/ping', {}, () => 'pong');
    inner.method('ping', {}, () => 'pong');
    const { api } = serve(outer, inner);
    const path = '/rpc/inner/ping';
    expect((await postJson(api, ping, { path })).status).toBe(404);
  });
});

describe('a page', () => {
  const page = {
    path: '/docs',
    handle: () => ({
      status: 200,
      body: '"page"',
      contentType: 'text/html',
      headers: undefined,
      onSent: undefined,
    }),
  };

  test('a page responds to GET and HEAD, and to other verbs with 405', async () => {
    const api = new Api();
    adapterApi(api).addPage(page);
    expect(await postText(api, '', { verb: 'GET', path: '/docs' })).toMatchObject({ status: 200 });
    expect(await postText(api, '', { verb: 'HEAD', path: '/docs/' })).toMatchObject({
      status: 200,
    });
    const rejected = await postText(api, '', { path: '/docs' });
    expect(rejected.status).toBe(405);
    expect(rejected.headers.get('allow')).toBe('GET, HEAD');
  });

  test('a page responds with the HttpError that it throws', async () => {
    const api = new Api();
    const handle = (): never => {
      throw new HttpError(403, 'no entry', { 'retry-after': '5' });
    };
    adapterApi(api).addPage({ path: '/docs', handle });
    const rejected = await postText(api, '', { verb: 'GET', path: '/docs' });
    expect(rejected).toMatchObject({ status: 403, json: { detail: 'no entry' } });
    expect(rejected.headers.get('retry-after')).toBe('5');
  });

  test('a page below an entrypoint takes precedence over the routes of its methods', async () => {
    const { api } = serve(entrypointAt('/rpc'));
    adapterApi(api).addPage({ ...page, path: '/rpc/openrpc.json' });
    const parts = { verb: 'GET', path: '/rpc/openrpc.json' };
    expect((await postText(api, '', parts)).text).toBe('"page"');
  });

  test('rejects a page and an entrypoint with the same path', () => {
    const { api } = serve(entrypointAt('/docs'));
    expect(() => adapterApi(api).addPage(page)).toThrow('/docs is already in use');
    const other = new Api();
    adapterApi(other).addPage(page);
    expect(() => other.bindEntrypoint(entrypointAt('/docs'))).toThrow('/docs is already in use');
  });
});

test('rejects entrypoints and pages once an adapter has mounted the api', () => {
  const { api } = serve(entrypointAt('/rpc'));
  expect(adapterApi(api).takeMounts()).toEqual(adapterApi(api).mounts);
  expect(() => api.bindEntrypoint(entrypointAt('/late'))).toThrow(
    "Api: can't add /late, because the api is already mounted. Bind entrypoints and add pages " +
      "before you call the framework's jsonRpc().",
  );
  const handle = (): never => expect.unreachable();
  expect(() => adapterApi(api).addPage({ path: '/docs', handle })).toThrow("Api: can't add /docs");
});

test('a page responds to the verbs that it names, and to others with 405', async () => {
  const { api } = serve(entrypointAt('/rpc'));
  const handle = () => ({
    status: 202,
    body: '',
    contentType: undefined,
    headers: undefined,
    onSent: undefined,
  });
  adapterApi(api).addPage({ path: '/other', verbs: ['POST', 'DELETE'], handle });
  expect((await postJson(api, {}, { path: '/other' })).status).toBe(202);
  const rejected = await postJson(api, {}, { path: '/other', verb: 'GET' });
  expect(rejected.status).toBe(405);
  expect(rejected.headers.get('allow')).toBe('POST, DELETE');
});

test('an adapter mounts entrypoints with their subpaths, and pages without', () => {
  const { api } = serve(entrypointAt('/api/v1/'), entrypointAt('/'));
  const handle = (): never => expect.unreachable();
  adapterApi(api).addPage({ path: '/docs', handle });
  expect(adapterApi(api).mounts).toHaveLength(3);
  expect(adapterApi(api).mounts).toEqual(
    expect.arrayContaining([
      { path: '/docs', matchSubpaths: false },
      { path: '/api/v1', matchSubpaths: true },
      { path: '/', matchSubpaths: true },
    ]),
  );
});
