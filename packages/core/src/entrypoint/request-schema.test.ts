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

/** An entrypoint whose method gives the request as its context shows it. */
function traced(requestSchema: StandardSchemaV1) {
  const v1 = new Entrypoint<StandardSchemaV1>('/rpc', { requestSchema });
  v1.method('look', { args: { ctx: v1.jsonRpcContext }, paramStructure: 'either' }, ({ ctx }) => {
    return ctx.request;
  });
  return serve(v1);
}

const look = { jsonrpc: '2.0', id: 1, method: 'look' };

describe('an entrypoint’s own request schema', () => {
  test('names members of the envelope; validated ones are on the context', async () => {
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
  ])('may be of any library and any strictness: %s', async (_, schema) => {
    const { api } = traced(schema);
    expect((await postJson(api, { ...look, traceId: 'abc' })).json).toMatchObject({
      result: { jsonrpc: '2.0', id: 1, method: 'look', traceId: 'abc' },
    });
    const invalid = { id: 1, error: { code: -32600, data: { errors: [{ loc: ['traceId'] }] } } };
    expect((await postJson(api, { ...look, traceId: 'a' })).json).toMatchObject(invalid);
    expect((await postJson(api, look)).json).toMatchObject(invalid);
  });

  test('may transform its members', async () => {
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
  ])('members that it does not name are refused: %s', async (_, schema) => {
    const { api } = traced(schema);
    for (const name of ['extra', '__proto__', 'constructor']) {
      const text = JSON.stringify({ ...look, traceId: 'abc' }).replace('}', `,"${name}":1}`);
      expect((await postText(api, text)).json).toMatchObject({
        id: 1,
        error: { code: -32600, data: { errors: [{ loc: [name] }] } },
      });
    }
  });

  test('does not take the check of the four members over', async () => {
    const { api } = traced(v.looseObject({}));
    for (const wrong of [{ id: null }, { jsonrpc: '1.0' }, { method: 1 }, { params: null }]) {
      expect((await postJson(api, { ...look, ...wrong })).json).toMatchObject({
        error: { code: -32600, data: { errors: [{ loc: Object.keys(wrong) }] } },
      });
    }
  });

  test('leaves params as they came, with __proto__ as a member like others', async () => {
    const { api } = traced(Traced);
    const text =
      '{"jsonrpc":"2.0","id":1,"method":"look","params":{"__proto__":{"a":1}},"traceId":"abc"}';
    expect((await postText(api, text)).text).toContain('"params":{"__proto__":{"a":1}}');
  });

  test('holds for notifications, which stay notifications', async () => {
    const { api } = traced(Traced);
    const notification = { jsonrpc: '2.0', method: 'look', traceId: 'abc' };
    expect(await postJson(api, notification)).toMatchObject({ status: 204, text: '' });
    expect((await postJson(api, { ...notification, extra: 1 })).json).toMatchObject({
      id: null,
      error: { code: -32600 },
    });
  });

  test('sees the method of the route where the request left it out', async () => {
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
          // Not at that with which it is tried when it is declared.
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
  ])('one that %s fails the call as an internal error, logged', async (_, schema) => {
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

describe('the schema JsonRpcRequest comes to the same result as the default check', () => {
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
    const byHand = (await postText(other, text)).json as Response | undefined;
    expect(bySchema?.id).toEqual(byHand?.id);
    expect(bySchema?.error?.code).toEqual(byHand?.error?.code);
    expect(v.is(JsonRpcRequest, JSON.parse(text))).toBe(byHand?.error === undefined);
  });
});
