import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { methodOverride } from 'hono/method-override';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { call, chunk, post, RawClient } from '../../node/test/raw-client.js';
import { serveFetch, serveOnNode } from '../test/servers.js';
import { jsonRpc } from './json-rpc.js';

const rpc = new Entrypoint('/rpc', { maxBodyBytes: 200_000 });
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

/** More than a socket gives at once, so that whoever stops to read in the middle is found out. */
const LONG = call('length', { text: 'ž'.repeat(90_000) });
const LENGTH = '{"jsonrpc":"2.0","id":1,"result":90000}';

/** What middleware in front may do to a body, and leave behind for us. */
const fronts: Record<string, MiddlewareHandler> = {
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
  'c.req.json() that nobody waits for': (c, next) => {
    void c.req.json();
    return next();
  },
  'a clone that is read before': async (c, next) => {
    await c.req.raw.clone().text();
    await next();
  },
  'a clone that is read at the same time': async (c, next) => {
    const copy = c.req.raw.clone();
    await Promise.all([next(), copy.text()]);
  },
  'a look at the stream': (c, next) => {
    void c.req.raw.body;
    return next();
  },
  'another request in its place': (c, next) => {
    c.req.raw = new Request(c.req.raw, { headers: new Headers(c.req.raw.headers) });
    return next();
  },
  'bodyLimit()': bodyLimit({ maxSize: 1_000_000 }),
  'methodOverride()': methodOverride({ app: new Hono() }),
};

describe.each(hostCases)('%s', (host) => {
  test.each(Object.entries(fronts))('a body is whole behind %s', async (_, front) => {
    const client = await clientOf(host, front);
    client.send(post('/rpc', LONG));
    expect((await client.response()).body).toBe(LENGTH);

    client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }));
    client.send(chunk(LONG.slice(0, 50_000)), chunk(LONG.slice(50_000)), chunk(''));
    expect((await client.response()).body).toBe(LENGTH);
  });

  test.each(Object.entries(fronts))('the limit holds behind %s', async (_, front) => {
    const client = await clientOf(host, front);
    const tooLong = JSON.stringify('x'.repeat(200_000));
    client.send(post('/rpc', tooLong));
    expect((await client.response()).status).toBe(413);

    const other = await clientOf(host, front);
    other.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk(tooLong), chunk(''));
    expect((await other.response()).status).toBe(413);
  });

  test('one that announces too much is refused before any of it has come', async () => {
    const client = await clientOf(host);
    client.send(post('/rpc', '', { 'content-length': '200001' }));
    expect((await client.response()).status).toBe(413);
  });

  test('bytes that middleware has kept have to be UTF-8', async () => {
    const client = await clientOf(host, async (c, next) => {
      await c.req.arrayBuffer();
      await next();
    });
    client.send(post('/rpc', '', { 'content-length': '3' }), Buffer.from([0x22, 0xc5, 0x22]));
    expect((await client.response()).body).toContain('"Parse error"');
  });

  test('no JSON that middleware has looked at is a parse error', async () => {
    const client = await clientOf(host, async (c, next) => {
      await c.req.json().catch(() => undefined);
      await next();
    });
    client.send(post('/rpc', '{'));
    expect((await client.response()).body).toContain('"Parse error"');
  });

  test.each<[string, MiddlewareHandler]>([
    [
      'before',
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
  ])('that is read past the context %s is lost, which the client is told', async (_, front) => {
    const client = await clientOf(host, front);
    client.send(post('/rpc', LONG));
    expect(await client.response()).toMatchObject({
      status: 400,
      body: '{"detail":"The body is not complete"}',
    });
  });

  test('a client that goes away in the middle gets nothing, and nothing fails', async () => {
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

  test('a header that middleware has set is the one that counts', async () => {
    const client = await clientOf(host, (c, next) => {
      c.req.raw.headers.set('content-type', 'application/json');
      return next();
    });
    client.send(retyped);
    expect((await client.response()).body).toBe(LENGTH);
  });

  test('so is one of a request that middleware has put in place', async () => {
    const client = await clientOf(host, (c, next) => {
      c.req.raw = new Request(c.req.raw, { headers: { 'content-type': 'application/json' } });
      return next();
    });
    client.send(retyped);
    expect((await client.response()).body).toBe(LENGTH);
  });
});

test('on Node the message itself is read, without headers or a stream around it', async () => {
  let made: (string | undefined)[] = [];
  const client = await clientOf('on Node', async (c, next) => {
    await next();
    made = Object.getOwnPropertySymbols(c.req.raw).map(({ description }) => description);
  });
  client.send(post('/rpc', LONG));
  expect((await client.response()).body).toBe(LENGTH);
  expect(made).not.toContain('requestCache');
  expect(made).not.toContain('headersKey');
});
