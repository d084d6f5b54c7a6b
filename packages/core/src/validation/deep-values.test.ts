import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { postText, type Response, serve } from '../../test/call.js';
import { Entrypoint } from '../index.js';

const ofValibot: v.GenericSchema = v.object({ child: v.optional(v.lazy(() => ofValibot)) });
// Not v.lazyAsync(), which leaves the stack at each level.
const asynchronous: v.GenericSchemaAsync = v.objectAsync({
  child: v.optionalAsync(v.lazy(() => asynchronous as never)),
});
const replaced: v.GenericSchema = v.message(
  v.object({ child: v.optional(v.lazy(() => replaced)) }),
  'No tree',
);
const ofZod = z.object({
  get child(): z.ZodType {
    return ofZod.optional();
  },
});
const asynchronousOfZod: z.ZodType = z
  .object({ child: z.lazy(() => asynchronousOfZod.optional()) })
  .refine(async () => true);
const ofArktype = type.module({ tree: { 'child?': 'tree' } }).tree;

function standardSchema(validate: (value: unknown) => unknown): StandardSchemaV1 {
  return {
    '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value: validate(value) }) },
  };
}

interface Tree {
  readonly child?: Tree;
}

const own = standardSchema((value) => {
  const depthOf = ({ child }: Tree): number => (child === undefined ? 0 : 1 + depthOf(child));
  return depthOf(value as Tree);
});
/** Limits the depth itself. */
const bounded = standardSchema(() => {
  throw new RangeError('More than 1,000 levels');
});

function treeOf(levels: number): string {
  return `${'{"child":'.repeat(levels)}{}${'}'.repeat(levels)}`;
}

function apiWith(schema: StandardSchemaV1) {
  const rpc = new Entrypoint<StandardSchemaV1>('/rpc');
  rpc.method('put', { args: { tree: schema } }, () => 'accepted');
  rpc.method('return', { args: { tree: v.any() }, result: schema }, ({ tree }) => tree as never);
  return serve(rpc);
}

async function callWith({ api }: ReturnType<typeof apiWith>, method: string, tree: string) {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"tree":${tree}}}`;
  return (await postText(api, body)).json as Response;
}

const TOO_DEEP = {
  loc: ['tree'],
  msg: 'The value is nested too deeply to be validated',
  type: 'too_deep',
};

describe('params that overflow the stack of a schema are InvalidParams, and are not logged', () => {
  test.each<[string, StandardSchemaV1]>([
    ['valibot', ofValibot],
    ['valibot, asynchronous', asynchronous],
    ['valibot, below v.message()', replaced],
    ['zod', ofZod],
    ['zod, asynchronous', asynchronousOfZod],
    ['arktype', ofArktype],
    ['a recursive schema of an unknown library', own],
    ['a schema that limits the depth itself', bounded],
  ])('%s', async (_, schema) => {
    const served = apiWith(schema);
    expect((await callWith(served, 'put', treeOf(100_000))).error).toMatchObject({
      code: -32602,
      data: { errors: [TOO_DEEP] },
    });
    expect(served.log).toEqual([]);
  });
});

test('a deep value that a schema does not look into is accepted', async () => {
  const served = apiWith(v.any());
  expect(await callWith(served, 'put', treeOf(100_000))).toMatchObject({ result: 'accepted' });
});

test('a schema accepts the next value after one that was too deep', async () => {
  const served = apiWith(replaced);
  await callWith(served, 'put', treeOf(100_000));
  expect(await callWith(served, 'put', treeOf(10))).toMatchObject({ result: 'accepted' });
});

test('a result that is too deep for its schema is InternalError, and is logged', async () => {
  const served = apiWith(ofValibot);
  const { error } = await callWith(served, 'return', treeOf(100_000));
  expect(error).toEqual({ code: -32603, message: 'Internal error' });
  expect(String(served.log[0]?.details.err)).toContain('nested too deeply');
});

test.each<[string, Error]>([
  ['a RangeError for a flat value', new RangeError('Invalid time value')],
  ['another error for a deep value', new TypeError('No')],
])('a call fails with InternalError if its schema throws %s', async (name, error) => {
  const served = apiWith(
    standardSchema(() => {
      throw error;
    }),
  );
  const tree = treeOf(name.includes('deep') ? 200 : 99);
  expect((await callWith(served, 'put', tree)).error?.code).toBe(-32603);
  expect(served.log).toMatchObject([{ details: { err: error } }]);
});
