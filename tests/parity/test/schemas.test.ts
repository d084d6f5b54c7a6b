import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { type Bank, createBank } from '@jsonrpc-kit/example-bank';
import { openapi, openrpc, serveSchemas } from '@jsonrpc-kit/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectLinted,
  expectNoSpectralErrors,
  expectValidOpenApi,
  expectValidOpenRpc,
} from '../../../packages/schema/test/expect-valid.js';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';

const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };

let bank: Bank;

beforeAll(async () => {
  bank = await createBank({ logger: silent });
});

afterAll(() => bank.close());

/** Creates an api. Each server needs its own, because a server may close its api when it closes. */
function apiWithSchemas(): Api {
  const api = new Api();
  for (const path of ['/api/v1', '/api/v2']) {
    const entrypoint = new Entrypoint(path, { name: path });
    entrypoint.method('größe/ping', {}, () => path);
    api.bindEntrypoint(entrypoint);
  }
  serveSchemas(api);
  return api;
}

interface FetchedResource {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: string;
}

async function fetchResource(url: string, init: RequestInit = {}): Promise<FetchedResource> {
  const response = await fetch(url, init);
  const names = ['content-type', 'content-length', 'etag', 'cache-control'];
  return {
    status: response.status,
    headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name)])),
    body: await response.text(),
  };
}

describe('the schemas of the bank', () => {
  test('the OpenAPI and OpenRPC schemas of the bank are valid', async () => {
    await expectValidOpenApi(openapi(bank.api));
    expectValidOpenRpc(openrpc(bank.api));
    expectValidOpenRpc(openrpc(bank.api, { openrpcVersion: '1.4' }));
    for (const entrypoint of bank.api.entrypoints) expectValidOpenRpc(openrpc(entrypoint));
  });

  test('the OpenAPI schema of the bank passes the strict rules of Redocly, and those of Spectral', async () => {
    await expectLinted(openapi(bank.api), 'recommended-strict');
    await expectNoSpectralErrors(openapi(bank.api));
  });

  test('the OpenAPI schema of the bank describes its methods, their header and their errors', () => {
    const { paths, components } = openapi(bank.api);
    expect(Object.keys(paths)).toContain('/api/v1/jsonrpc/transfer');
    expect(paths['/api/v1/jsonrpc/transfer']?.post).toMatchObject({
      tags: ['money'],
      parameters: [
        { name: 'user-auth-token', in: 'header' },
        { name: 'user-auth-token', in: 'cookie' },
        { name: 'idempotency-key', in: 'header' },
      ],
      requestBody: {
        content: {
          'application/json': {
            example: {
              jsonrpc: '2.0',
              id: 1,
              method: 'transfer',
              params: { from: '1.1', amount: expect.any(Number) as unknown },
            },
          },
        },
      },
    });
    expect(components.schemas['NotEnoughMoney']).toMatchObject({
      properties: { error: { required: ['code', 'message', 'data'] } },
    });
  });
});

describe.each([...frameworks, node])('$name', ({ serve }) => {
  let serving: Serving;
  let origin: string;

  beforeAll(async () => {
    serving = await serve({ apis: [{ api: apiWithSchemas() }] });
    origin = `http://127.0.0.1:${serving.port}`;
  });

  afterAll(() => serving.close());

  test.each(['/openapi.json', '/openrpc.json', '/api/v1/openrpc.json'])(
    'serves the schema at %s with an etag',
    async (path) => {
      const first = await fetchResource(origin + path);
      expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
      expect(first.headers['content-length']).toBe(String(Buffer.byteLength(first.body)));
      const { etag } = first.headers;
      expect(etag).toMatch(/^"[0-9a-f]+"$/);
      const again = await fetchResource(origin + path, {
        headers: { 'if-none-match': etag ?? '' },
      });
      expect(again).toMatchObject({ status: 304, body: '', headers: { etag } });
      const head = await fetchResource(origin + path, { method: 'HEAD' });
      expect(head).toEqual({ ...first, body: '' });
      const posted = await fetchResource(origin + path, { method: 'PUT' });
      expect(posted.status).toBe(405);
    },
  );

  test('responds to rpc.discover with the OpenRPC schema of the entrypoint', async () => {
    const response = await fetch(`${origin}/api/v1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}',
    });
    const own = await fetchResource(`${origin}/api/v1/openrpc.json`);
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: JSON.parse(own.body) });
  });
});

describe.each(frameworks)('an api below a prefix of $name', ({ serve }) => {
  test('the schemas below a prefix contain the URLs of the methods and of the schemas of each entrypoint', async () => {
    const serving = await serve({ apis: [{ api: apiWithSchemas(), prefix: '/shop/7' }] });
    const url = `http://127.0.0.1:${serving.port}/shop/7/openapi.json`;
    const { servers, paths } = JSON.parse((await fetchResource(url)).body) as ReturnType<
      typeof openapi
    >;
    const path = Object.keys(paths).find((one) => one.startsWith('/api/v2/'));
    // OpenAPI appends the path to the URL of the server.
    const root = new URL(servers[0]?.url ?? '', url).href.replace(/\/$/, '');
    const ping = await fetchResource(`${root}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1}',
    });
    expect(JSON.parse(ping.body)).toMatchObject({ result: '/api/v2' });
    const all = `http://127.0.0.1:${serving.port}/shop/7/openrpc.json`;
    const schema = JSON.parse((await fetchResource(all)).body) as ReturnType<typeof openrpc>;
    for (const link of schema['x-entrypoints'] ?? []) {
      expect((await fetchResource(new URL(link.url, all).href)).status).toBe(200);
    }
    await serving.close();
  });
});
