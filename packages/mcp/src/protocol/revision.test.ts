import { describe, expect, test } from 'vitest';
import { call, META, post } from '../../test/post.js';
import { shop } from '../../test/shop.js';
import { decodeHeader } from './revision.js';

const { api } = shop();

describe('a request of 2026-07-28', () => {
  test.each([
    ['without the version header', { 'mcp-protocol-version': undefined }],
    ['with another version in its header', { 'mcp-protocol-version': '2025-11-25' }],
    ['without Mcp-Method', { 'mcp-method': undefined }],
    ['with another method in its header', { 'mcp-method': 'tools/list' }],
    ['without Mcp-Name', { 'mcp-name': undefined }],
    ['with another tool in its header', { 'mcp-name': 'greet' }],
    ['with a malformed Mcp-Name', { 'mcp-name': '=?base64?***?=' }],
    ['with a name in its header that differs in case', { 'mcp-name': 'Buy' }],
  ])('is rejected %s', async (_, headers) => {
    const { status, json } = await call(
      api,
      'tools/call',
      { name: 'buy', arguments: { item: 'pen' } },
      { headers },
    );
    expect(status).toBe(400);
    expect(json).toMatchObject({ id: 1, error: { code: -32020 } });
  });

  test('may encode the name of its tool', async () => {
    const { json } = await call(
      api,
      'tools/call',
      { name: 'stats_count' },
      { headers: { 'mcp-name': `=?base64?${btoa('stats_count')}?=` } },
    );
    expect(json.result?.structuredContent).toBe(3);
  });

  test.each([
    ['no metadata', undefined],
    ['no version', { ...META, 'io.modelcontextprotocol/protocolVersion': undefined }],
    ['no capabilities', { ...META, 'io.modelcontextprotocol/clientCapabilities': undefined }],
    [
      'capabilities that are no object',
      { ...META, 'io.modelcontextprotocol/clientCapabilities': [] },
    ],
    ['metadata that is no object', 5],
  ])('is rejected with %s', async (_, _meta) => {
    const { status, json } = await call(api, 'tools/list', { _meta });
    expect(status).toBe(400);
    expect(json).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test('gets the supported versions if its own is unknown', async () => {
    const { status, json } = await call(
      api,
      'tools/list',
      { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '1900-01-01' } },
      { headers: { 'mcp-protocol-version': '1900-01-01' } },
    );
    expect(status).toBe(400);
    expect(json.error).toEqual({
      code: -32022,
      message: 'Unsupported protocol version',
      data: { supported: ['2026-07-28', '2025-11-25', '2025-06-18'], requested: '1900-01-01' },
    });
  });

  test.each(['initialize', 'ping', 'resources/list', 'subscriptions/listen', 'toString', ''])(
    'gets 404 for the method %j',
    async (method) => {
      const { status, json } = await call(api, method);
      expect(status).toBe(404);
      expect(json).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );
});

describe('a request of 2025', () => {
  const legacy = (method: string, params?: unknown, version: string | undefined = '2025-06-18') =>
    post(
      api,
      { jsonrpc: '2.0', id: 'a', method, params },
      { headers: { 'mcp-protocol-version': version } },
    );

  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('that asks for version %s agrees on %s', async (protocolVersion, agreed) => {
    const message = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion } };
    const { status, headers, json } = await post(api, message);
    expect(status).toBe(200);
    expect(headers.get('mcp-session-id')).toBeNull();
    expect(json.result).toEqual({
      protocolVersion: agreed,
      capabilities: { tools: {} },
      serverInfo: { name: 'Shop', version: '2.0.0' },
    });
  });

  test('needs no metadata', async () => {
    const { json } = await legacy('tools/call', { name: 'greet', arguments: { name: 'Ann' } });
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: { content: [{ type: 'text', text: 'Hello, Ann' }] },
    });
  });

  test('gets an empty result for ping', async () => {
    expect((await legacy('ping')).json.result).toEqual({});
  });

  test('gets only objects as output schemas and structured content', async () => {
    const { json } = await legacy('tools/list');
    const tools = json.result?.tools ?? [];
    expect(tools.filter((tool) => tool.outputSchema !== undefined).map(({ name }) => name)).toEqual(
      ['buy'],
    );
  });

  test('gets 200 for an unknown method', async () => {
    const { status, json } = await legacy('server/discover');
    expect(status).toBe(200);
    expect(json.error?.code).toBe(-32601);
  });
});

test.each([
  [undefined, undefined],
  ['plain', 'plain'],
  ['=?base64?SGVsbG8sIOS4lueVjA==?=', 'Hello, 世界'],
  ['=?base64?IHBhZGRlZCA=?=', ' padded '],
  ['=?base64??=', ''],
  ['=?BASE64?eA==?=', '=?BASE64?eA==?='],
  ['=?base64?/w==?=', undefined],
  ['=?base64?%?=', undefined],
])('decodes the header value %j as %j', (value, decoded) => {
  expect(decodeHeader(value)).toBe(decoded);
});
