import { Api, Entrypoint, type Logger } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { get, post } from '../../test/http.js';
import { expectValidOpenApi, expectValidOpenRpc } from '../../test/expect-valid.js';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';
import { swaggerUi } from '../swagger-ui.js';
import { serveSchemas } from './serve-schemas.js';

let logged: { readonly details: object; readonly message: string }[];
let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  logged = [];
  const log: Logger['error'] = (details, message) => void logged.push({ details, message });
  v1 = new Entrypoint('/api/v1', { name: 'v1' });
  v1.method('ping', { result: v.literal('pong') }, () => 'pong');
  api = new Api({ title: 'Bank', logger: { error: log, warn: log } }).bindEntrypoint(v1);
});

describe('serveSchemas()', () => {
  test('serves the API schemas, and the OpenRPC document of every entrypoint', async () => {
    serveSchemas(api);
    const responses = await Promise.all(
      ['/openapi.json', '/openrpc.json', '/api/v1/openrpc.json'].map((path) => get(api, path)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { contentType } of responses) expect(contentType).toBe('application/json');
    const [openApi, openRpc, own] = responses.map(({ json }) => json as object);
    expect(openApi).toEqual(openapi(api));
    expect(openRpc).toEqual(openrpc(api));
    expect(own).toEqual(openrpc(v1, api));
    await expectValidOpenApi(openApi ?? {});
    expectValidOpenRpc(openRpc ?? {});
    expectValidOpenRpc(own ?? {});
  });

  test('serves the OpenRPC document of an entrypoint that is bound later', async () => {
    serveSchemas(api);
    api.bindEntrypoint(new Entrypoint('/api/v2', { name: 'v2' }));
    expect((await get(api, '/api/v2/openrpc.json')).json).toMatchObject({
      info: { title: 'Bank' },
    });
    expect((await get(api, '/openrpc.json')).json).toMatchObject({
      'x-entrypoints': [{ name: 'v1' }, { name: 'v2' }],
    });
  });

  test('serves the API reference page', async () => {
    serveSchemas(api);
    const { status, contentType, text } = await get(api, '/docs');
    expect([status, contentType]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('Bank');
  });

  test('accepts other paths', async () => {
    serveSchemas(api, { openapiPath: '/d/a.json', openrpcPath: '/d/r.json/', docsPath: '/d' });
    expect((await get(api, '/d/a.json')).json).toMatchObject({ servers: [{ url: '..' }] });
    expect((await get(api, '/d/r.json')).json).toMatchObject({
      'x-entrypoints': [{ url: '../api/v1/openrpc.json' }],
    });
    expect((await get(api, '/d')).status).toBe(200);
    expect((await get(api, '/openapi.json')).status).toBe(404);
  });

  test('serves nothing at a path that is null', async () => {
    serveSchemas(api, { openapiPath: null, openrpcPath: null });
    for (const path of ['/openapi.json', '/openrpc.json', '/docs', '/api/v1/openrpc.json']) {
      // Below an entrypoint, this is the route of a method, which only accepts POST.
      expect([404, 405]).toContain((await get(api, path)).status);
    }
  });

  test('prefers the OpenRPC document of the api to that of an entrypoint at the root', async () => {
    const root = new Entrypoint('/', { name: 'root' });
    api.bindEntrypoint(root);
    serveSchemas(api);
    expect((await get(api, '/openrpc.json')).json).toMatchObject({
      methods: [{ name: 'ping' }],
      'x-entrypoints': [{ name: 'v1' }, { name: 'root', url: './openrpc.json' }],
    });
  });

  test('accepts options for component names and the OpenRPC version', async () => {
    serveSchemas(api, { jsonrpcComponentsFineNames: false, openrpcVersion: '1.4' });
    expect((await get(api, '/openapi.json')).json).toMatchObject({
      components: { schemas: { 'v1.ping.Request': {} } },
    });
    expect((await get(api, '/api/v1/openrpc.json')).json).toMatchObject({ openrpc: '1.4.1' });
  });

  test.each([
    [{ openrpcPath: null, docsPath: '/docs' }, 'the API reference page shows the OpenRPC'],
    [
      { openapiPath: null, docsPath: '/docs', referencePage: swaggerUi },
      'the API reference page shows the OpenAPI',
    ],
    [
      { openapiPath: 'openapi.json' },
      'openapiPath is "openapi.json". Pass a path that starts with "/"',
    ],
    [{ openrpcPath: '/a?b' }, 'openrpcPath is "/a?b". Pass a path that starts with "/"'],
    [{ docsPath: '//docs' }, 'docsPath is "//docs". Pass a path that starts with "/"'],
    [{ openapiPath: '/api/v1' }, 'the path /api/v1 is already in use'],
  ])('rejects the options %j', (options, message) => {
    expect(() => serveSchemas(api, options)).toThrow(message);
  });
});

describe('rpc.discover', () => {
  const discover = { jsonrpc: '2.0', id: 1, method: 'rpc.discover' };

  test('returns the OpenRPC document of the entrypoint', async () => {
    serveSchemas(api);
    expect((await post(api, '/api/v1', discover)).json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: (await get(api, '/api/v1/openrpc.json')).json,
    });
  });

  test('encodes the document once for all calls', async () => {
    let encoded = 0;
    const example = { toJSON: () => ++encoded };
    const options = { result: v.unknown(), examples: [{ result: example }] };
    v1.method('counted', options, () => null);
    serveSchemas(api);
    await post(
      api,
      '/api/v1',
      Array.from({ length: 100 }, () => discover),
    );
    await get(api, '/api/v1/openrpc.json');
    expect(encoded).toBe(1);
  });

  test('is available on an entrypoint that is bound later', async () => {
    serveSchemas(api, { openrpcPath: null });
    api.bindEntrypoint(new Entrypoint('/api/v2', { name: 'v2' }));
    expect((await post(api, '/api/v2', discover)).json).toMatchObject({ result: { methods: [] } });
  });

  test('can be disabled', async () => {
    serveSchemas(api, { discover: false });
    expect((await post(api, '/api/v1', discover)).json).toMatchObject({ error: { code: -32601 } });
  });
});

describe('an API schema', () => {
  /** Counts the conversions of a schema. */
  function counted(): { readonly schema: v.GenericSchema; readonly count: () => number } {
    let count = 0;
    const schema = v.lazy(() => {
      count++;
      return v.string();
    });
    return { schema, count: () => count };
  }

  test('is generated once, on the first request', async () => {
    const { schema, count } = counted();
    v1.method('get', { result: schema }, () => '');
    serveSchemas(api);
    expect(count()).toBe(0);
    const first = await get(api, '/openapi.json');
    const conversions = count();
    expect(conversions).toBeGreaterThan(0);
    for (let time = 0; time < 3; time++) {
      const next = await get(api, '/openapi.json');
      expect(next.text).toBe(first.text);
      expect(next.headers['etag']).toBe(first.headers['etag']);
    }
    expect(count()).toBe(conversions);
  });

  test('is generated again after a method or an entrypoint was added', async () => {
    serveSchemas(api);
    const etags = [await get(api, '/openapi.json')];
    v1.method('late', {}, () => null);
    etags.push(await get(api, '/openapi.json'));
    expect(etags[1]?.json).toHaveProperty(['paths', '/api/v1/late']);
    api.bindEntrypoint(new Entrypoint('/api/v2'));
    etags.push(await get(api, '/openapi.json'));
    expect(etags[2]?.json).toHaveProperty(['paths', '/api/v2']);
    expect(new Set(etags.map(({ headers }) => headers['etag'])).size).toBe(3);
    expect((await get(api, '/api/v1/openrpc.json')).json).toMatchObject({
      methods: [{ name: 'ping' }, { name: 'late' }],
    });
  });

  test('is not sent again to a client with the current version', async () => {
    serveSchemas(api);
    const { headers } = await get(api, '/openapi.json');
    const { etag = '' } = headers;
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(api, '/openapi.json', { 'if-none-match': known });
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    }
    expect((await get(api, '/openapi.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('an API schema with an unsupported schema', () => {
  test('has status 500 and is logged once', async () => {
    v1.method('pay', { args: { sum: v.bigint() } }, () => null);
    serveSchemas(api);
    for (let time = 0; time < 3; time++) {
      const { status, json } = await get(api, '/openapi.json');
      expect([status, json]).toEqual([500, { detail: 'Internal Server Error' }]);
    }
    expect(logged).toMatchObject([
      {
        message: 'Generating /openapi.json failed',
        details: { err: { message: expect.stringContaining('parameter "sum"') as string } },
      },
    ]);
    const discover = { jsonrpc: '2.0', id: 1, method: 'rpc.discover' };
    expect((await post(api, '/api/v1', discover)).json).toMatchObject({ error: { code: -32603 } });
  });

  test('does not affect the API schemas of other entrypoints', async () => {
    const v2 = new Entrypoint('/api/v2');
    v2.method('pay', { args: { sum: v.bigint() } }, () => null);
    api.bindEntrypoint(v2);
    serveSchemas(api);
    expect((await get(api, '/api/v1/openrpc.json')).status).toBe(200);
    expect((await get(api, '/api/v2/openrpc.json')).status).toBe(500);
  });
});

describe('API schemas', () => {
  test.each<[string, (api: never) => unknown, unknown]>([
    ['serveSchemas()', serveSchemas, new Entrypoint('/rpc')],
    ['openapi()', openapi, new Entrypoint('/rpc')],
    ['openrpc()', openrpc, undefined],
  ])('%s rejects a value that is not an Api', (name, run, value) => {
    expect(() => run(value as never)).toThrow(`${name} needs an Api, not `);
  });
});

describe('an entrypoint with includeInSchemas: false', () => {
  const discover = { jsonrpc: '2.0', id: 1, method: 'rpc.discover' };

  beforeEach(() => {
    const internal = new Entrypoint('/internal', { name: 'internal', includeInSchemas: false });
    internal.method('reset', { args: { secret: v.string() } }, () => 'done');
    api.bindEntrypoint(internal);
    serveSchemas(api);
  });

  test('is not part of any API schema', async () => {
    for (const path of ['/openapi.json', '/openrpc.json', '/api/v1/openrpc.json', '/docs']) {
      const { status, text } = await get(api, path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/internal|reset|secret/);
    }
    expect(JSON.stringify([openapi(api), openrpc(api)])).not.toMatch(/internal|reset|secret/);
  });

  test('has no OpenRPC document and no rpc.discover, but its methods can be called', async () => {
    expect((await get(api, '/internal/openrpc.json')).status).toBe(405);
    expect((await post(api, '/internal', discover)).json).toMatchObject({
      error: { code: -32601 },
    });
    const reset = { jsonrpc: '2.0', id: 1, method: 'reset', params: { secret: 'x' } };
    expect((await post(api, '/internal', reset)).json).toMatchObject({ result: 'done' });
  });
});
