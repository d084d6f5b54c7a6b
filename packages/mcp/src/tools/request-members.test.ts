import { Api, Entrypoint, JsonRpcRequest } from '@jsonrpc-kit/core';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { callTool, call, META } from '../../test/post.js';
import { serveMcp, type ServeMcpOptions } from '../index.js';

const Traced = v.strictObject({
  ...JsonRpcRequest.entries,
  traceId: v.pipe(v.string(), v.minLength(3)),
  tenant: v.optional(v.string()),
});

/** Serves a method that returns its request object. */
function serveRequest(
  requestSchema: StandardSchemaV1 | undefined,
  options: Partial<ServeMcpOptions> = {},
): Api {
  const v1 = new Entrypoint<StandardSchemaV1>('/rpc', { requestSchema });
  v1.method('look', { args: { ctx: v1.jsonRpcContext } }, ({ ctx }) => ctx.request);
  const api = new Api({ logger: { error: () => undefined, warn: () => undefined } });
  api.bindEntrypoint(v1);
  serveMcp(api, { methods: () => true, ...options });
  return api;
}

describe('requestMembers', () => {
  test('adds members to the request object of a call, from headers and metadata', async () => {
    const api = serveRequest(Traced, {
      requestMembers: ({ header, meta }) => ({
        traceId: header('x-trace-id'),
        tenant: meta['example.com/tenant'],
      }),
    });
    const { json } = await call(
      api,
      'tools/call',
      { name: 'look', _meta: { ...META, 'example.com/tenant': 'acme' } },
      { headers: { 'x-trace-id': 'abc' } },
    );
    expect(json.result?.structuredContent).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'look',
      params: {},
      traceId: 'abc',
      tenant: 'acme',
    });
  });

  test('receives the method and its entrypoint', async () => {
    const seen: unknown[] = [];
    const api = serveRequest(Traced, {
      requestMembers: ({ method, entrypoint }) => {
        seen.push(method, entrypoint.path);
        return { traceId: 'abc' };
      },
    });
    await callTool(api, 'look');
    expect(seen).toEqual(['look', '/rpc']);
  });

  test('leaves out members that are undefined, so that the schema reports them as missing', async () => {
    const api = serveRequest(Traced, {
      requestMembers: ({ header }) => ({ traceId: header('x-trace-id') }),
    });
    const { json } = await callTool(api, 'look');
    expect(json.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^Invalid Request \(code -32600\)\n- traceId: /) }],
    });
  });

  test('does not replace the members of JSON-RPC', async () => {
    const api = serveRequest(v.looseObject({}), {
      requestMembers: () => ({ jsonrpc: '1.0', id: 7, method: 'other', params: [1] }),
    });
    const { json } = await callTool(api, 'look', { a: 1 });
    expect(json.result?.structuredContent).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'look',
      params: { a: 1 },
    });
  });

  test('whose members the entrypoint does not accept fails the call', async () => {
    const api = serveRequest(undefined, {
      requestMembers: ({ meta }) => ({ traceId: meta['example.com/trace-id'] }),
    });
    const _meta = { ...META, 'example.com/trace-id': 'abc' };
    const { json } = await call(api, 'tools/call', { name: 'look', _meta });
    expect(json.result).toMatchObject({
      isError: true,
      content: [{ text: 'Invalid Request (code -32600)\n- traceId: Unknown member' }],
    });
    expect((await callTool(api, 'look')).json.result?.isError).toBeUndefined();
  });

  test('that throws gets 500 for this request only, and the error is not sent', async () => {
    const api = serveRequest(Traced, {
      requestMembers: ({ header }) => {
        if (header('x-trace-id') === undefined) throw new Error('secret');
        return { traceId: header('x-trace-id') };
      },
    });
    const failed = await callTool(api, 'look');
    expect(failed.status).toBe(500);
    expect(JSON.stringify(failed.json)).not.toContain('secret');
    const parts = { headers: { 'x-trace-id': 'abc' } };
    expect((await callTool(api, 'look', {}, parts)).status).toBe(200);
  });
});

describe('a method whose entrypoint requires additional members', () => {
  test.each<[string, StandardSchemaV1]>([
    ['strict', Traced],
    ['members only', v.object({ traceId: v.string() })],
    ['a nested member', v.object({ traceId: v.object({ id: v.string() }) })],
  ])('is rejected without requestMembers: %s', (_, schema) => {
    expect(() => serveRequest(schema)).toThrow(
      'serveMcp(): method "look" of /rpc can\'t be a tool, since the requestSchema of its entrypoint ' +
        'requires "traceId". Write requestMembers: ({ header }) => ({ traceId: ' +
        "header('…') }).",
    );
  });

  test('is rejected with the names of all missing members', () => {
    const schema = v.object({ traceId: v.string(), tenant: v.string() });
    expect(() => serveRequest(schema)).toThrow('requires "traceId", "tenant". Write');
  });

  test('is accepted if the schema does not require them of this method', () => {
    const schema = v.variant('method', [
      v.object({ method: v.literal('look') }),
      v.object({ method: v.literal('pay'), traceId: v.string() }),
    ]);
    expect(() => serveRequest(schema)).not.toThrow();
  });

  test.each<[string, StandardSchemaV1]>([
    ['optional members', v.object({ traceId: v.optional(v.string()) })],
    ['an asynchronous schema', v.objectAsync({ traceId: v.string() })],
    [
      'a schema that rejects asynchronously',
      v.pipeAsync(
        v.looseObject({}),
        v.checkAsync(() => Promise.reject(new Error('no database'))),
      ),
    ],
    ['a problem with params', v.looseObject({ params: v.object({ a: v.string() }) })],
  ])('is accepted with %s', (_, schema) => {
    expect(() => serveRequest(schema)).not.toThrow();
  });
});
