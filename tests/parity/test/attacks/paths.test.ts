import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Api, Entrypoint, httpRequest } from '@jsonrpc-kit/core';
import { jsonRpc as expressRpc } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyRpc } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoRpc } from '@jsonrpc-kit/hono';
import { jsonRpc as nodeRpc } from '@jsonrpc-kit/node';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, post } from '@jsonrpc-kit/test-support/raw-client';
import createExpress from 'express';
import createFastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frameworks } from '../servers.js';
import type { Serving } from '../servers/server.js';
import { exchange, get, onEveryAdapter } from './on-every-adapter.js';

/** Keeps the longest path, with the other headers, just below Node's limit of 16 KiB. */
const REPEATS = 5000;

onEveryAdapter((target) => {
  test.each([
    ['hyphens', `/rpc/a${'-a'.repeat(REPEATS)}/a`],
    ['slashes', `/rpc${'/'.repeat(REPEATS)}a`],
    ['segments', `/rpc${'/a'.repeat(REPEATS)}`],
    ['escapes', `/rpc/${'%2F'.repeat(REPEATS)}`],
    ['dots', `/rpc/a${'.a'.repeat(REPEATS)}`],
    ['semicolons', `/rpc/a${';a='.repeat(REPEATS)}`],
    ['hyphens outside the api', `/other/a${'-a'.repeat(REPEATS)}/a`],
  ])('CVE-2024-45296: responds to a path of thousands of %s', async (_, path) => {
    const { status } = await exchange(target, post(path, call('ping')));
    expect([200, 404, 414]).toContain(status);
  });

  test.each(['http:///rpc', 'http://[/rpc', 'http://a b/rpc', '*', '//', '/%', '/rpc/%C5'])(
    'CVE-2024-32652: responds to the request target %j',
    async (path) => {
      const { status } = await exchange(target, get(path));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  test.each([
    ['a prototype and a length', 'a[__proto__]=b&a[__proto__]&a[length]=100000000'],
    ['__proto__ as a top-level name', '__proto__[polluted]=yes&__proto__.polluted=yes'],
    ['a thousand brackets', 'a[]=1&'.repeat(1000)],
    ['ten thousand commas', `a=${','.repeat(10_000)}`],
    ['deep nesting', `a${'[a]'.repeat(3000)}=1`],
    ['malformed escapes', '%=%zz&%C5=%'],
  ])('CVE-2022-24999: ignores a query with %s', async (_, query) => {
    const { status, body } = await exchange(target, post(`/rpc?${query}`, call('ping')));
    expect({ status, body }).toEqual({
      status: 200,
      body: '{"jsonrpc":"2.0","id":1,"result":"pong"}',
    });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('CVE-2022-24999: does not read parameters from the query', async () => {
    const request = post('/rpc/transfer?amount=5&params[amount]=5', call('transfer'));
    const { body } = await exchange(target, request);
    expect(JSON.parse(body)).toMatchObject({ error: { code: -32602 } });
  });
});

/** An api with an entrypoint that the guard of `/admin` protects, and one that it doesn't. */
function guardedApi(): Api {
  const admin = new Entrypoint('/admin/rpc');
  admin.method('ping', {}, () => 'secret');
  const open = new Entrypoint('/open/rpc');
  open.method('ping', {}, () => 'pong');
  return new Api().bindEntrypoint(admin).bindEntrypoint(open);
}

/** Servers that guard `/admin` and all paths below it, with the means of their framework. */
const guarded: readonly (readonly [name: string, serve: () => Server | Promise<Server>])[] = [
  [
    'node:http',
    () => {
      const serveApi = nodeRpc(guardedApi());
      return createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname.startsWith('/admin')) response.writeHead(403).end();
        else serveApi(request, response);
      });
    },
  ],
  [
    'Hono',
    () => {
      const app = new Hono();
      app.use('/admin/*', async (c) => c.body(null, 403));
      const { fetch } = app.route('/', honoRpc(guardedApi()));
      return createAdaptorServer({ fetch }) as Server;
    },
  ],
  [
    'Express',
    () => {
      const app = createExpress();
      app.use('/admin', (_request, response) => void response.status(403).end());
      return createServer(app.use(expressRpc(guardedApi())));
    },
  ],
  [
    'Fastify',
    async () => {
      const app = createFastify();
      app.addHook('onRequest', (request, reply, done) => {
        if (request.routeOptions.url?.startsWith('/admin')) reply.code(403).send();
        else done();
      });
      await app.register(fastifyRpc, { api: guardedApi() });
      await app.ready();
      return app.server;
    },
  ],
];

describe.each(guarded)('behind %s with a guard of /admin', (_, serve) => {
  test.each([
    '/admin/rpc',
    '/%61dmin/rpc',
    '/%2561dmin/rpc',
    '/admin%2Frpc',
    '/admin%2frpc/ping',
    '//admin/rpc',
    '/admin//rpc',
    '/./admin/rpc',
    '/open/../admin/rpc',
    '/open/%2e%2e/admin/rpc',
    '/open/..%2fadmin/rpc',
    '/open/rpc/../../admin/rpc',
    '/ADMIN/rpc',
    '/admin;a=b/rpc',
    '/admin/rpc;a=b',
    '/admin\\rpc',
    '/\\admin/rpc',
    '/open%00/../admin/rpc',
    '/open/rpc?/admin/rpc',
    '/open/rpc#/../admin/rpc',
    'http://localhost/admin/rpc',
    'http://localhost//admin/rpc',
    'http://localhost/%61dmin/rpc',
  ])(
    'CVE-2026-22031: does not run the guarded method for the request target %s',
    async (target) => {
      const port = await listen(await serve());
      const { body } = await exchange({ port }, post(target, call('ping')));
      expect(body).not.toContain('secret');
      const open = await exchange({ port }, post('/open/rpc', call('ping')));
      expect(open.body).toContain('pong');
    },
  );
});

function apiBelowAPrefix(): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('path', { args: { request: httpRequest } }, ({ request }) => request.path);
  rpc.method('c', {}, () => 'another method');
  rpc.method('žluť', {}, () => 'in Czech');
  return new Api().bindEntrypoint(rpc);
}

describe.each(frameworks)('behind $name, below a prefix', ({ serve }) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serve({ apis: [{ api: apiBelowAPrefix(), prefix: '/:tenant' }] });
  });
  afterAll(() => serving.close());

  test.each(['/a', '/%61', '/%C5%BElu%C5%A5', '/%F0%9F%90%8E', '/a%2Fb', '/%25', '/%2525'])(
    'CVE-2026-47676: passes the path after the prefix %s to the api',
    async (tenant) => {
      const { status, body } = await exchange(serving, post(`${tenant}/rpc`, call('path')));
      expect(status).toBe(200);
      expect(JSON.parse(body)).toMatchObject({ result: '/rpc' });
    },
  );

  test.each(['/%C5%BElu%C5%A5', '/a'])(
    'CVE-2026-47676: decodes a method name once when the prefix is %s',
    async (tenant) => {
      const target = `${tenant}/rpc/%C5%BElu%C5%A5`;
      const { body } = await exchange(serving, post(target, call('žluť')));
      expect(JSON.parse(body)).toMatchObject({ result: 'in Czech' });
      const twice = await exchange(serving, post(`${tenant}/rpc/%25C5%25BE`, call('žluť')));
      expect(JSON.parse(twice.body)).toMatchObject({ error: { code: -32601 } });
    },
  );
});
