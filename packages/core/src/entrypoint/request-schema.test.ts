import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { postJson, postText, type Response, serve } from '../../test/call.js';
import { Entrypoint, JsonRpcRequest } from '../index.js';

const Traced = v.strictObject({
  ...JsonRpcRequest.entries,
  traceId: v.pipe(v.string(), v.minLength(3)),
});

/** Serves an entrypoint whose method returns the request of its context. */
function traced(requestSchema: StandardSchemaV1) {
  const v1 = new Entrypoint<StandardSchemaV1>('/rpc', { requestSchema });
  v1.method('look', { args: { ctx: v1.jsonRpcContext }, paramStructure: 'either' }, ({ ctx }) => {
    return ctx.request;
  });
  return serve(v1);
}

const look = { jsonrpc: '2.0', id: 1, method: 'look' };

describe('requestSchema', () => {
  test('validates additional members, which are in the context', async () => {
    const { api } = traced(Traced);
    const { json } = await postJson(api, { ...look, params: { a: 1 }, traceId: 'abc' });
    expect(json).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { jsonrpc: '2.0', id: 1, method: 'look', params: { a: 1 }, traceId: 'abc' },
    });
  });

  test.each<[string, StandardSchemaV1]>([
    ['valibot, strict', Traced],
    ['valibot, members only', v.object({ traceId: v.pipe(v.string(), v.minLength(3)) })],
    ['valibot, loose', v.looseObject({ traceId: v.pipe(v.string(), v.minLength(3)) })],
    ['valibot, asynchronous', v.objectAsync({ traceId: v.pipe(v.string(), v.minLength(3)) })],
    ['zod, members only', z.object({ traceId: z.string().min(3) })],
    ['zod, loose', z.looseObject({ traceId: z.string().min(3) })],
    ['arktype', type({ traceId: 'string >= 3' })],
  ])('can come from any library and be strict or not: %s', async (_, schema) => {
    const { api } = traced(schema);
    expect((await postJson(api, { ...look, traceId: 'abc' })).json).toMatchObject({
      result: { jsonrpc: '2.0', id: 1, method: 'look', traceId: 'abc' },
    });
    const invalid = { id: 1, error: { code: -32600, data: { errors: [{ loc: ['traceId'] }] } } };
    expect((await postJson(api, { ...look, traceId: 'a' })).json).toMatchObject(invalid);
    expect((await postJson(api, look)).json).toMatchObject(invalid);
  });

  test('can transform members', async () => {
    const { api } = traced(
      v.object({ at: v.pipe(v.string(), v.transform(Number)), by: v.optional(v.string(), 'x') }),
    );
    expect((await postJson(api, { ...look, at: '5' })).json).toMatchObject({
      result: { at: 5, by: 'x' },
    });
  });

  test.each<[string, StandardSchemaV1]>([
    ['strict', Traced],
    ['members only', v.object({ traceId: v.string() })],
    ['zod', z.object({ traceId: z.string() })],
  ])('rejects members that the schema does not list: %s', async (_, schema) => {
    const { api } = traced(schema);
    for (const name of ['extra', '__proto__', 'constructor']) {
      const text = JSON.stringify({ ...look, traceId: 'abc' }).replace('}', `,"${name}":1}`);
      expect((await postText(api, text)).json).toMatchObject({
        id: 1,
        error: { code: -32600, data: { errors: [{ loc: [name] }] } },
      });
    }
  });

  test('does not replace the validation of the members of JSON-RPC', async () => {
    const { api } = traced(v.looseObject({}));
    for (const wrong of [{ id: null }, { jsonrpc: '1.0' }, { method: 1 }, { params: null }]) {
      expect((await postJson(api, { ...look, ...wrong })).json).toMatchObject({
        error: { code: -32600, data: { errors: [{ loc: Object.keys(wrong) }] } },
      });
    }
  });

  test('does not change params, in which __proto__ is an ordinary member', async () => {
    const { api } = traced(Traced);
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"look","params":{"__proto__":{"a":1}},"traceId":"abc"}';
    expect((await postText(api, text)).text).toContain('"params":{"__proto__":{"a":1}}');
  });

  test('validates notifications, which stay notifications', async () => {
    const { api } = traced(Traced);
    const notification = { jsonrpc: '2.0', method: 'look', traceId: 'abc' };
    expect(await postJson(api, notification)).toMatchObject({ status: 204, text: '' });
    expect((await postJson(api, { ...notification, extra: 1 })).json).toMatchObject({
      id: null,
      error: { code: -32600 },
    });
  });

  test('receives the method of the route if the request omits it', async () => {
    const { api } = traced(Traced);
    const message = { jsonrpc: '2.0', id: 1, traceId: 'abc' };
    expect((await postJson(api, message, { path: '/rpc/look' })).json).toMatchObject({
      result: { method: 'look' },
    });
  });

  test.each<[string, StandardSchemaV1]>([
    [
      'throws',
      v.pipe(
        v.looseObject({}),
        v.check(({ method }) => {
          // The schema must not throw for the request that checks it at declaration.
          if (method !== look.method) return true;
          throw new Error('secret');
        }),
      ),
    ],
    [
      'rejects',
      v.pipeAsync(
        v.looseObject({}),
        v.checkAsync(() => Promise.reject(new Error('secret'))),
      ),
    ],
  ])('fails the call with a logged InternalError if it %s', async (_, schema) => {
    const { api, log } = traced(schema);
    const { json } = await postJson(api, [look, { ...look, id: 2, traceId: 'abc' }]);
    const errors = (json as Response[]).map(({ id, error }) => [id, error]);
    expect(errors).toEqual([
      [1, { code: -32603, message: 'Internal error' }],
      [2, { code: -32603, message: 'Internal error' }],
    ]);
    expect(log).toHaveLength(2);
  });
});

describe('the schema JsonRpcRequest accepts the same requests as the default validation', () => {
  const { api } = traced(JsonRpcRequest);
  const plain = new Entrypoint('/plain');
  plain.method('look', { paramStructure: 'either' }, () => null);
  const { api: other } = serve(plain);

  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"look"}',
    '{"jsonrpc":"2.0","id":"a","method":"look","params":[]}',
    '{"jsonrpc":"2.0","id":1.5,"method":"look"}',
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"look"}',
    '{"jsonrpc":"2.0","id":null,"method":"look"}',
    '{"jsonrpc":"2.0","method":"look","params":1}',
    '{"jsonrpc":"1.0","id":1,"method":"look"}',
    '{"jsonrpc":"2.0","id":1,"method":"look","extra":1}',
    '{"id":1}',
    '[]',
    '1',
  ])('%s', async (text) => {
    const bySchema = (await postText(api, text)).json as Response | undefined;
    const byDefault = (await postText(other, text)).json as Response | undefined;
    expect(bySchema?.id).toEqual(byDefault?.id);
    expect(bySchema?.error?.code).toEqual(byDefault?.error?.code);
    expect(v.is(JsonRpcRequest, JSON.parse(text))).toBe(byDefault?.error === undefined);
  });
});

const bank = (requestSchema: unknown) => () =>
  new Entrypoint('/bank', { requestSchema: requestSchema as StandardSchemaV1 });

describe('a request schema that throws because it mixes two libraries', () => {
  const throwing = v.custom(() => {
    throw new Error('odd');
  });

  test.each<[string, StandardSchemaV1]>([
    ['zod and valibot', z.strictObject(JsonRpcRequest.entries as never)],
    ['a throwing schema', throwing],
  ])('is rejected at declaration with the reason: %s', (_, schema) => {
    expect(bank(schema)).toThrow(
      /^entrypoint "\/bank": requestSchema throws when it validates a request \(Error: .+\)\. Write it with one library: v\.strictObject\(\{ \.\.\.JsonRpcRequest\.entries, … \}\) or z\.object\(/,
    );
  });
});

describe('a request schema that rejects the members of JSON-RPC', () => {
  test.each<[string, StandardSchemaV1]>([
    ['zod', z.strictObject({ traceId: z.string() })],
    [
      'zod, with only some of the members',
      z.strictObject({ jsonrpc: z.literal('2.0'), id: z.number() }),
    ],
    ['valibot', v.strictObject({ traceId: v.string() })],
    ['arktype', type({ '+': 'reject', traceId: 'string' })],
    ['a schema for another version', v.object({ jsonrpc: v.literal('1.0') })],
  ])('is rejected at declaration: %s', (_, schema) => {
    expect(bank(schema)).toThrow(
      /^entrypoint "\/bank": requestSchema rejects the members of JSON-RPC \(.+\)\. Write z\.object\(\{ … \}\), which allows other members, or v\.strictObject\(\{ \.\.\.JsonRpcRequest/,
    );
  });
});

describe('a request schema that requires additional members', () => {
  test.each<[string, StandardSchemaV1]>([
    ['zod', z.object({ traceId: z.string() })],
    ['zod, for certain methods', z.object({ method: z.enum(['look']), id: z.string() })],
    [
      'zod, strict, with all members',
      z.strictObject({
        jsonrpc: z.literal('2.0'),
        id: z.union([z.string(), z.number()]).optional(),
        method: z.string(),
        params: z.unknown().optional(),
        traceId: z.string(),
      }),
    ],
    ['valibot', v.strictObject({ ...JsonRpcRequest.entries, traceId: v.string() })],
    ['valibot, a variant', v.variant('kind', [v.object({ kind: v.literal('a') })])],
    ['arktype', type({ traceId: 'string' })],
    ['zod, asynchronous', z.object({}).refine(() => Promise.resolve(true))],
    ['valibot, asynchronous', v.objectAsync({ traceId: v.string() })],
    [
      'valibot, asynchronous, whose promise rejects',
      v.pipeAsync(
        v.looseObject({}),
        v.checkAsync(() => Promise.reject(new Error('no database'))),
      ),
    ],
  ])('is accepted: %s', (_, schema) => {
    expect(bank(schema)).not.toThrow();
  });
});
