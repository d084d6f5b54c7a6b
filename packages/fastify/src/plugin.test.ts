import { connect, createServer } from 'node:http2';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Api, Entrypoint, resource } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { describe, expect, test } from 'vitest';
import { call } from '@jsonrpc-kit/test-support/raw-client';
import { request, result } from '../test/request.js';
import { jsonRpc } from './json-rpc.js';

function pingApi(path = '/rpc'): Api {
  const rpc = new Entrypoint(path);
  rpc.method('ping', {}, () => 'pong');
  const api = new Api().bindEntrypoint(rpc);
  adapterApi(api).addPage({
    path: '/docs',
    handle: () => ({
      status: 200,
      body: 'docs',
      contentType: 'text/plain',
      headers: undefined,
      onSent: undefined,
    }),
  });
  return api;
}

const ping = request('ping');
const silent = { error: () => undefined, warn: () => undefined };

test('an api is served by registering the plugin', async () => {
  const app = fastify();
  await app.register(jsonRpc, { api: pingApi() });
  expect((await app.inject(ping)).json()).toEqual(result('pong'));
});

test('registering the plugin without an api throws', async () => {
  // @ts-expect-error the options lack it
  const registered = fastify().register(jsonRpc);
  await expect(registered).rejects.toThrow(
    new TypeError('jsonRpc: the option api is missing. Write app.register(jsonRpc, { api }).'),
  );
});

test('the application is ready when the resources are open, and fails to start without them', async () => {
  const name = resource<string>('name');
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', { args: { name } }, (args) => args.name);
  const opened = new Api().bindEntrypoint(rpc).provide(name, { open: async () => 'pong' });
  expect((await fastify().register(jsonRpc, { api: opened }).inject(ping)).json()).toEqual(
    result('pong'),
  );
  const failing = new Api({ logger: silent }).bindEntrypoint(rpc).provide(name, {
    open: async () => {
      throw new Error('no server');
    },
  });
  await expect(fastify().register(jsonRpc, { api: failing }).ready()).rejects.toThrow(
    'resource "name" could not be opened: no server',
  );
  const missing = new Api().bindEntrypoint(rpc);
  await expect(fastify().register(jsonRpc, { api: missing }).ready()).rejects.toThrow(
    'Api: method "ping" of entrypoint "/rpc" needs the resource "name"',
  );
});

test('the plugin can have a prefix inside a plugin with a prefix', async () => {
  const app = fastify();
  app.register(
    async (scope) => {
      await scope.register(jsonRpc, { api: pingApi(), prefix: '/v1' });
    },
    { prefix: '/:tenant' },
  );
  const { headers, json } = await app.inject({ ...ping, url: '/a%2Fb/v1/rpc/ping' });
  expect(json()).toEqual(result('pong'));
  expect(headers['content-type']).toBe('application/json');
});

test('the content-type parsers of the plugin do not affect the application', async () => {
  const app = fastify();
  await app.register(jsonRpc, { api: pingApi() });
  app.post('/own', (incoming) => incoming.body);
  const own = await app.inject({ method: 'POST', url: '/own', payload: { a: 1 } });
  expect(own.json()).toEqual({ a: 1 });
  const xml = { 'content-type': 'text/xml' };
  const other = await app.inject({ method: 'POST', url: '/own', headers: xml, payload: '<a/>' });
  expect(other.statusCode).toBe(415);
});

test('the content-type parsers of the application do not affect the plugin', async () => {
  const app = fastify();
  app.addContentTypeParser('*', (_request, _payload, done) => done(new Error('unused')));
  app.addContentTypeParser('application/json-rpc', (_request, _payload, done) => {
    done(new Error('unused'));
  });
  await app.register(jsonRpc, { api: pingApi() });
  const headers = { 'content-type': 'application/json-rpc' };
  expect((await app.inject({ ...ping, headers })).json()).toEqual(result('pong'));
});

test('the bodyLimit of the application does not affect the plugin', async () => {
  const app = fastify({ bodyLimit: 10 });
  await app.register(jsonRpc, { api: pingApi() });
  expect((await app.inject(ping)).json()).toEqual(result('pong'));
});

describe('the options of the router', () => {
  test.each([
    { routerOptions: { ignoreTrailingSlash: true } },
    { ignoreTrailingSlash: true },
    { routerOptions: { ignoreDuplicateSlashes: true, caseSensitive: false } },
  ])('router options do not change the responses: %j', async (options) => {
    const app = fastify(options);
    await app.register(jsonRpc, { api: pingApi() });
    for (const url of ['/rpc', '/rpc/', '/rpc/ping']) {
      expect((await app.inject({ ...ping, url })).json()).toEqual(result('pong'));
    }
    for (const url of ['/docs', '/docs/']) expect((await app.inject(url)).body).toBe('docs');
    for (const url of ['/RPC', '//rpc']) {
      expect((await app.inject({ ...ping, url })).statusCode).toBe(404);
    }
  });
});

test('frameworkErrors can respond to a malformed escape like the other adapters', async () => {
  const app = fastify({
    frameworkErrors: (_error, _request, reply) => {
      // The reply has no route, so its type doesn't allow any response.
      const untyped = reply as unknown as FastifyReply;
      void untyped.code(404).send({ detail: 'Not Found' });
    },
  });
  await app.register(jsonRpc, { api: pingApi() });
  const response = await app.inject({ ...ping, url: '/rpc/%zz' });
  expect(response.statusCode).toBe(404);
  expect(response.body).toBe('{"detail":"Not Found"}');
});

test('the plugin works on HTTP/2', async () => {
  const app: FastifyInstance = fastify({
    serverFactory: (handler) => createServer(handler as never) as never,
  });
  await app.register(jsonRpc, { api: pingApi() });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const session = connect(address);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/rpc',
    'content-type': 'application/json',
  });
  const head = once(stream, 'response') as Promise<[Record<string, unknown>]>;
  stream.end(call('ping'));
  const [headers] = await head;
  expect(headers).toMatchObject({ ':status': 200, 'content-type': 'application/json' });
  expect(JSON.parse(await text(stream))).toEqual(result('pong'));
  session.close();
  await app.close();
});
