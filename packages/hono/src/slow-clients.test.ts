import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { Hono, type MiddlewareHandler } from 'hono';
import { describe, expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { serveFetch, serveOnNode } from '../test/servers.js';
import { jsonRpc } from './json-rpc.js';

const LARGE = 48 * 1024 * 1024;

describe.each([
  ['on Node', serveOnNode],
  ['as a fetch handler', serveFetch],
])('slow bodies %s', (where, serve) => {
  test.each<[string, MiddlewareHandler]>([
    ['without middleware', (_c, next) => next()],
    [
      'when middleware has opened its stream',
      async (c, next) => {
        void c.req.raw.body;
        await next();
      },
    ],
    [
      'while middleware reads it',
      async (c, next) => {
        c.req.text().catch(() => undefined);
        await next();
      },
    ],
  ])(`a body that does not arrive gets 408 ${where} %s`, async (_, middleware) => {
    const app = new Hono().use(middleware).route('/', jsonRpc(slowApi(() => undefined)));
    const client = new RawClient(await serve(app));
    client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk('{'));
    expect(await client.response()).toMatchObject({
      status: 408,
      headers: { connection: ['close'] },
      body: expect.stringContaining('"body_timeout"') as string,
    });
    await client.closed;
  });
});

test('a client that does not read a streamed response within sendTimeout is disconnected', async () => {
  let close = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const app = new Hono()
    .use(async (c, next) => {
      await next();
      // Replaces the body with a stream, as middleware for compression does.
      c.res = new Response(c.res.body?.pipeThrough(new TransformStream()), c.res);
    })
    .route('/', jsonRpc(slowApi(close)));
  const client = new RawClient(await serveOnNode(app));
  client.socket.pause();
  client.send(post('/rpc', call('large')));
  await closed;
  client.socket.resume();
  await client.closed;
  expect(client.socket.bytesRead).toBeLessThan(LARGE);
});

test.each<[string, (app: Hono) => Parameters<typeof createAdaptorServer>[0]]>([
  ['on Node', ({ fetch }) => ({ fetch })],
  ['as a fetch handler', (app) => ({ fetch: (request) => app.fetch(request) })],
])('a client that does not read a response without teardowns is disconnected %s', async (_, by) => {
  const server = createAdaptorServer(by(new Hono().route('/', jsonRpc(slowApi(() => undefined)))));
  const closed = new Promise((resolve) => {
    server.once('connection', (socket: Socket) => socket.once('close', resolve));
  });
  const client = new RawClient(await listen(server));
  client.socket.pause();
  client.send(post('/rpc', call('plain')));
  await closed;
  client.socket.resume();
  await client.closed;
  expect(client.socket.bytesRead).toBeLessThan(LARGE);
});

test('a fetch runtime gets the length of a long response', async () => {
  const app = new Hono().route('/', jsonRpc(slowApi(() => undefined)));
  const headers = { 'content-type': 'application/json' };
  const response = await app.request('/rpc', { method: 'POST', headers, body: call('plain') });
  const { byteLength } = await response.arrayBuffer();
  expect(byteLength).toBeGreaterThan(LARGE);
  expect(response.headers.get('content-length')).toBe(String(byteLength));
});

/** @param onClosed called when the dependency of the method `large` is closed */
function slowApi(onClosed: () => void): Api {
  const rpc = new Entrypoint('/rpc', {
    limits: {
      bodyTimeout: 50,
      sendTimeout: 50,
      maxResultBytes: Infinity,
      maxResponseBytes: Infinity,
    },
  });
  const opened = dependency({}, function* () {
    yield 'open';
    onClosed();
  });
  rpc.method('plain', {}, () => 'x'.repeat(LARGE));
  rpc.method('large', { args: { opened } }, () => 'x'.repeat(LARGE));
  return new Api().bindEntrypoint(rpc);
}
