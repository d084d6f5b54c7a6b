import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { call, callTool, META, post } from '../test/post.js';
import { shop } from '../test/shop.js';

const { api } = shop();

test('describes itself in server/discover', async () => {
  const { api: described } = shop({ instructions: 'Buy pens only.' });
  expect((await call(described, 'server/discover')).json.result).toEqual({
    resultType: 'complete',
    supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
    capabilities: { tools: {} },
    instructions: 'Buy pens only.',
    ttlMs: 300_000,
    cacheScope: 'public',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'Shop', version: '2.0.0' } },
  });
});

test('returns the complete result of a tool call', async () => {
  const { status, json } = await callTool(api, 'buy', { item: 'pen' });
  expect(status).toBe(200);
  expect(json).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: {
      resultType: 'complete',
      content: [{ type: 'text', text: '{"item":"pen","count":1}' }],
      structuredContent: { item: 'pen', count: 1 },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'Shop', version: '2.0.0' } },
    },
  });
});

describe('a web page', () => {
  const from = (origin: string, options = {}) =>
    call(shop(options).api, 'tools/list', {}, { headers: { origin } });

  test.each([
    'http://localhost',
    'http://localhost:6274',
    'https://localhost:1',
    'http://127.0.0.1:80',
    'http://[::1]:8000',
  ])('on this machine is allowed by default: %s', async (origin) => {
    expect((await from(origin)).status).toBe(200);
  });

  test.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://localhost@evil.example',
    'http://127.0.0.1.evil.example:80',
    'null',
    '',
    'file://localhost',
  ])('elsewhere gets 403 by default: %j', async (origin) => {
    const { status, json } = await from(origin);
    expect(status).toBe(403);
    expect(json).toMatchObject({ error: { code: -32600 } });
    expect(json).not.toHaveProperty('id');
  });

  test('may be allowed by its origin', async () => {
    const options = { allowedOrigins: ['https://Agent.example'] };
    expect((await from('https://agent.example', options)).status).toBe(200);
    expect((await from('https://AGENT.example', options)).status).toBe(200);
    expect((await from('http://localhost', options)).status).toBe(403);
    expect((await from('https://evil.example', { allowedOrigins: '*' })).status).toBe(200);
  });

  test('gets 403 even if the host of the request is its own name', async () => {
    const headers = { origin: 'http://evil.example', host: 'evil.example' };
    expect((await call(api, 'tools/list', {}, { headers })).status).toBe(403);
  });
});

describe('a hostile request', () => {
  test.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]],
    ['an empty batch', []],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
    ['null', null],
    ['a string', 'tools/list'],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'tools/list' }],
    ['an id with a fraction', { jsonrpc: '2.0', id: 1.5, method: 'tools/list' }],
    ['an object as the id', { jsonrpc: '2.0', id: {}, method: 'tools/list' }],
    [
      'a tool call as a notification',
      { jsonrpc: '2.0', method: 'tools/call', params: { name: 'buy' } },
    ],
  ])('with %s gets 400 and an error without an id', async (_, message) => {
    const { status, json } = await post(api, message);
    expect(status).toBe(400);
    expect(json.error?.code).toBe(-32600);
    expect(json).not.toHaveProperty('id');
  });

  test('with params that are no object gets 400 with its id', async () => {
    const { status, json } = await post(api, {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/list',
      params: [],
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({ id: 7, error: { code: -32602 } });
  });

  test.each([
    ['is not JSON', { kind: 'text', text: '{' }, 400, -32700],
    ['is empty', { kind: 'text', text: '' }, 400, -32700],
    ['is not UTF-8', { kind: 'not-utf-8' }, 400, -32700],
    ['is too large', { kind: 'too-large' }, 413, -32600],
    ['does not arrive', { kind: 'timed-out' }, 408, -32600],
    ['breaks off', { kind: 'aborted' }, 400, -32600],
  ] as const)('whose body %s is rejected', async (_, body, status, code) => {
    const reply = await post(api, undefined, { body });
    expect(reply.status).toBe(status);
    expect(reply.json.error?.code).toBe(code);
  });

  test.each(['text/plain', undefined, 'application/jsonp'])(
    'of the media type %s gets 415',
    async (type) => {
      const { status } = await call(api, 'tools/list', {}, { headers: { 'content-type': type } });
      expect(status).toBe(415);
    },
  );

  test.each(['GET', 'DELETE', 'PUT', 'HEAD'])('with the verb %s gets 405', async (verb) => {
    const { status, headers } = await call(api, 'tools/list', {}, { verb });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });

  test.each([5, 'x', [], true])('with the arguments %j gets an error', async (args) => {
    const { json } = await callTool(api, 'buy', args);
    expect(json.error).toEqual({ code: -32602, message: 'arguments must be an object' });
  });

  test.each([undefined, null, 5, {}, '__proto__', 'constructor', 'stats.count'])(
    'for the tool %j gets an error',
    async (name) => {
      const parts = typeof name === 'string' ? {} : { headers: { 'mcp-name': 'x' } };
      const { json } = await call(api, 'tools/call', { name }, parts);
      expect([-32602, -32020]).toContain(json.error?.code);
    },
  );

  test.each(['name', 'cursor', 'arguments', '_meta', 'protocolVersion'])(
    'whose %s is nested 5,000 deep gets an error of at most 1,000 characters',
    async (member) => {
      const nested = '['.repeat(5_000) + ']'.repeat(5_000);
      const methods = { cursor: 'tools/list', protocolVersion: 'initialize' };
      const method = methods[member as 'cursor'] ?? 'tools/call';
      const name = member === 'name' ? '' : '"name":"greet",';
      const text = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${name}"${member}":${nested}}}`;
      const { status, json } = await post(api, undefined, { body: { kind: 'text', text } });
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(json).length).toBeLessThan(1_000);
    },
  );

  test.each([
    ['tool', { id: 1, method: 'tools/call', params: { name: 'x'.repeat(100_000) } }],
    ['method without an id', { method: 'x'.repeat(100_000) }],
  ])('with a long name of a %s gets an error that shows its beginning', async (_, message) => {
    const { json } = await post(api, { jsonrpc: '2.0', ...message });
    expect(json.error?.message).toContain(`"${'x'.repeat(100)}…"`);
    expect(JSON.stringify(json).length).toBeLessThan(1_000);
  });

  test('with a long version gets an error that shows its beginning', async () => {
    const version = 'x'.repeat(10_000);
    const headers = { 'mcp-protocol-version': version };
    const _meta = { ...META, 'io.modelcontextprotocol/protocolVersion': version };
    const { json } = await call(api, 'tools/list', { _meta }, { headers });
    expect(json.error?.data).toMatchObject({ requested: `${'x'.repeat(100)}…` });
  });

  test('gets the same response when it is sent again', async () => {
    const first = await callTool(api, 'buy', { item: 'pen' });
    expect(await callTool(api, 'buy', { item: 'pen' })).toEqual(first);
  });
});

test('accepts a body that the application has parsed', async () => {
  const value = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect((await post(api, undefined, { body: { kind: 'value', value } })).json.result).toEqual({});
});

test.each(['notifications/initialized', 'notifications/cancelled', 'notifications/other'])(
  'accepts the notification %s with 202 and no body',
  async (method) => {
    const { status, json } = await post(api, { jsonrpc: '2.0', method });
    expect(status).toBe(202);
    expect(json).toEqual({});
  },
);

test('responds to any message with an object or nothing, and never with 500', async () => {
  const method = fc.constantFrom(
    'tools/call',
    'tools/list',
    'ping',
    'initialize',
    'server/discover',
    'x',
  );
  const name = fc.oneof(fc.constantFrom('buy', 'greet', 'nothing', 'crash'), fc.jsonValue());
  const params = fc.record(
    { name, arguments: fc.jsonValue(), cursor: fc.jsonValue(), _meta: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const request = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.jsonValue(),
      method,
      params: fc.oneof(params, fc.jsonValue()),
    },
    { requiredKeys: ['jsonrpc'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(request, fc.jsonValue()), async (message) => {
      const { status, json } = await post(api, message);
      expect(status).toBeLessThan(500);
      expect(status !== 200 || 'result' in json !== 'error' in json).toBe(true);
    }),
    { numRuns: 300 },
  );
});
