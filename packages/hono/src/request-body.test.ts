import { createAdaptorServer } from '@hono/node-server';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { methodOverride } from 'hono/method-override';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { serveFetch, serveOnNode } from '../test/servers.js';
import { jsonRpc } from './json-rpc.js';

const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 200_000 } });
rpc.method('length', { args: { text: v.string() } }, ({ text }) => text.length);
const api = new Api().bindEntrypoint(rpc);

const hosts = { 'on Node': serveOnNode, 'as a fetch handler': serveFetch };
const hostCases = Object.keys(hosts) as (keyof typeof hosts)[];

async function clientOf(
  host: keyof typeof hosts,
  ...front: MiddlewareHandler[]
): Promise<RawClient> {
  const app = new Hono();
  for (const middleware of front) app.use(middleware);
  return new RawClient(await hosts[host](app.route('/', jsonRpc(api))));
}

/**
 * Longer than a chunk from a socket, so that the tests notice a reader that stops after the first
 * chunk.
 */
const LONG = call('length', { text: 'ž'.repeat(90_000) });
const LENGTH = '{"jsonrpc":"2.0","id":1,"result":90000}';

/** Middlewares that read the body before the api, by name. */
const bodyReaders: Record<string, MiddlewareHandler> = {
  'c.req.json()': async (c, next) => {
    await c.req.json();
    await next();
  },
  'c.req.text()': async (c, next) => {
    await c.req.text();
    await next();
  },
  'c.req.arrayBuffer()': async (c, next) => {
    await c.req.arrayBuffer();
    await next();
  },
  'c.req.blob()': async (c, next) => {
    await c.req.blob();
    await next();
  },
  'c.req.json() without await': (c, next) => {
    void c.req.json();
    return next();
  },
  'a clone that is read first': async (c, next) => {
    await c.req.raw.clone().text();
    await next();
  },
  'a clone that is read at the same time': async (c, next) => {
    const copy = c.req.raw.clone();
    await Promise.all([next(), copy.text()]);
  },
  'an opened stream': (c, next) => {
    void c.req.raw.body;
    return next();
  },
  'a replaced request': (c, next) => {
    c.req.raw = new Request(c.req.raw, { headers: new Headers(c.req.raw.headers) });
    return next();
  },
  'bodyLimit()': bodyLimit({ maxSize: 1_000_000 }),
  'methodOverride()': methodOverride({ app: new Hono() }),
};

describe.each(hostCases)('%s', (host) => {
  test.each(Object.entries(bodyReaders))(
    'the api reads the whole body behind middleware with %s',
    async (_, front) => {
      const client = await clientOf(host, front);
      client.send(post('/rpc', LONG));
      expect((await client.response()).body).toBe(LENGTH);

      client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }));
      client.send(chunk(LONG.slice(0, 50_000)), chunk(LONG.slice(50_000)), chunk(''));
      expect((await client.response()).body).toBe(LENGTH);
    },
  );

  test.each(Object.entries(bodyReaders))(
    'the body limit applies behind middleware with %s',
    async (_, front) => {
      const client = await clientOf(host, front);
      const tooLong = JSON.stringify('x'.repeat(200_000));
      client.send(post('/rpc', tooLong));
      expect((await client.response()).status).toBe(413);

      const other = await clientOf(host, front);
      other.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk(tooLong), chunk(''));
      expect((await other.response()).status).toBe(413);
    },
  );

  test('a body whose content-length exceeds the limit is rejected before it arrives', async () => {
    const client = await clientOf(host);
    client.send(post('/rpc', '', { 'content-length': '200001' }));
    expect((await client.response()).status).toBe(413);
  });

  test('a body that middleware has read as bytes must be UTF-8', async () => {
    const client = await clientOf(host, async (c, next) => {
      await c.req.arrayBuffer();
      await next();
    });
    client.send(post('/rpc', '', { 'content-length': '3' }), Buffer.from([0x22, 0xc5, 0x22]));
    expect((await client.response()).body).toContain('"Parse error"');
  });

  test('invalid JSON that middleware has tried to parse is a parse error', async () => {
    const client = await clientOf(host, async (c, next) => {
      await c.req.json().catch(() => undefined);
      await next();
    });
    client.send(post('/rpc', '{'));
    expect((await client.response()).body).toContain('"Parse error"');
  });

  test.each<[string, MiddlewareHandler]>([
    [
      'first',
      async (c, next) => {
        await c.req.raw.text();
        await next();
      },
    ],
    [
      'at the same time',
      (c, next) => {
        void c.req.raw.text();
        return next();
      },
    ],
  ])('a body that middleware reads without the context %s gets 400', async (_, front) => {
    const client = await clientOf(host, front);
    client.send(post('/rpc', LONG));
    expect(await client.response()).toMatchObject({
      status: 400,
      body: '{"detail":"The body is incomplete"}',
    });
  });

  test('a client that disconnects in the middle of its body does not affect other clients', async () => {
    const client = await clientOf(host);
    client.send(post('/rpc', '', { 'content-length': '1000' }), '{"json').socket.end();
    await client.closed;
    const other = await clientOf(host);
    other.send(post('/rpc', LONG));
    expect((await other.response()).body).toBe(LENGTH);
  });
});

describe.each(hostCases)('%s', (host) => {
  const retyped = post('/rpc', LONG, { 'content-type': 'text/plain' });

  test('the api reads headers that middleware has set', async () => {
    const client = await clientOf(host, (c, next) => {
      c.req.raw.headers.set('content-type', 'application/json');
      return next();
    });
    client.send(retyped);
    expect((await client.response()).body).toBe(LENGTH);
  });

  test('the api reads headers of a request that middleware has replaced', async () => {
    const client = await clientOf(host, (c, next) => {
      c.req.raw = new Request(c.req.raw, { headers: { 'content-type': 'application/json' } });
      return next();
    });
    client.send(retyped);
    expect((await client.response()).body).toBe(LENGTH);
  });
});

test("the api reads Node's message directly, without the stream of the request", async () => {
  let raw: Request | undefined;
  const client = await clientOf('on Node', async (c, next) => {
    await next();
    raw = c.req.raw;
  });
  client.send(post('/rpc', LONG));
  expect((await client.response()).body).toBe(LENGTH);
  expect(raw?.bodyUsed).toBe(false);
});

test('the api reads a replaced body when Node has received another one', async () => {
  const client = await clientOf('on Node', (c, next) => {
    const { method, headers, url } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, body: LONG });
    return next();
  });
  client.send(post('/rpc', 'compressed, for example'));
  expect((await client.response()).body).toBe(LENGTH);
});

test.each<[string, (request: Request, serve: () => Promise<Response>) => Promise<Response>]>([
  ['clones the request', (request, serve) => (void request.clone(), serve())],
  ['opens the stream', (request, serve) => (void request.body, serve())],
])('the api reads the whole body when a fetch function around the app %s', async (_, around) => {
  const app = new Hono().route('/', jsonRpc(api));
  const server = createAdaptorServer({
    fetch: (request, env) => around(request, async () => app.fetch(request, env)),
  });
  const client = new RawClient(await listen(server));
  client.send(post('/rpc', LONG));
  expect((await client.response()).body).toBe(LENGTH);
});
