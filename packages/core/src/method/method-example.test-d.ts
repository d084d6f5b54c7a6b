// oxlint-disable vitest/expect-expect -- comments expect the errors of the compiler
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineMethod, dependency, params } from '../index.js';
import type { ExampleValue } from '../types.js';

describe('the params of an example', () => {
  const account = dependency({ accountId: v.string() }, ({ accountId }) => accountId);

  test('are the params that a client sends', () => {
    const day = v.optional(v.pipe(v.string(), v.isoDate(), v.toDate()));
    defineMethod(
      'm',
      { args: { x: v.string(), day }, examples: [{ params: { x: 'a', day: '2025-01-01' } }] },
      () => null,
    );
    // Examples that are declared elsewhere are often `readonly`.
    const examples = [{ params: { x: 'a' } }, { summary: 'By the schema' }] as const;
    defineMethod('m', { args: { x: z.string() }, examples }, () => null);
  });

  test('include those of dependencies, also in the option dependencies', () => {
    const examples = [{ params: { accountId: '1.1' } }];
    defineMethod('m', { args: { account }, examples }, () => null);
    defineMethod(
      'm',
      {
        args: { x: v.string() },
        dependencies: [account],
        examples: [{ params: { x: 'a', accountId: '1.1' } }],
      },
      () => null,
    );
  });

  test('can be an array if params() accepts one', () => {
    const args = { all: params(v.tuple([v.string(), v.number()])) };
    defineMethod('m', { args, examples: [{ params: ['a', 1] }] }, () => null);
    // @ts-expect-error -- a number, and then a string
    defineMethod('m', { args, examples: [{ params: [1, 'a'] }] }, () => null);
  });

  test('are rejected if they have the wrong type', () => {
    const args = { x: v.string() };
    // @ts-expect-error -- Property 'x' is missing in type '{ y: number; }'
    defineMethod('m', { args, examples: [{ params: { y: 1 } }] }, () => null);
    // @ts-expect-error -- Type 'number' is not assignable to type 'string'
    defineMethod('m', { args, examples: [{ params: { x: 1 } }] }, () => null);
    // @ts-expect-error -- Property 'accountId' is missing in type '{}'
    defineMethod('m', { args: { account }, examples: [{ params: {} }] }, () => null);
  });

  test('do not influence the inferred type of the sources', () => {
    defineMethod('m', { examples: [{ params: { x: 1 }, result: 2 }], args: {} }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{}>();
      return 'a';
    });
    const { handler } = defineMethod(
      'm',
      { examples: [{ params: { x: 'a' } }], args: { x: v.picklist(['a', 'b']) } },
      ({ x }) => x,
    );
    expectTypeOf<Parameters<typeof handler>[0]>().toEqualTypeOf<{ x: 'a' | 'b' }>();
  });
});

describe('the result of an example', () => {
  test('is the result on the wire', () => {
    const result = v.object({
      id: v.pipe(v.string(), v.brand('Id')),
      at: v.date(),
      note: v.optional(v.string()),
      tags: v.array(v.picklist(['a', 'b'])),
    });
    defineMethod(
      'm',
      { result, examples: [{ result: { id: '1.1', at: '2025-01-01T00:00:00Z', tags: ['a'] } }] },
      () => ({ id: '1.1', at: new Date(), tags: [] }) as never,
    );
    const other = { id: '', at: '', tags: ['c'] } as const;
    // @ts-expect-error -- Type '"c"' is not assignable to type '"a" | "b"'
    defineMethod('m', { result, examples: [{ result: other }] }, () => ({}) as never);
  });

  test('is rejected if it has the wrong type', () => {
    const result = v.number();
    defineMethod('m', { result, examples: [{ result: 1 }] }, () => 1);
    // @ts-expect-error -- Type 'string' is not assignable to type 'number'
    defineMethod('m', { result, examples: [{ result: 'no' }] }, () => 1);
    // @ts-expect-error -- Type 'string' is not assignable to type 'number'
    defineMethod('m', { result: type('number'), examples: [{ result: 'no' }] }, () => 1);
  });

  test('can be anything without a result schema', () => {
    defineMethod('m', { examples: [{ result: 'a' }] }, () => 1);
  });

  test('is null if the result is undefined', () => {
    defineMethod('m', { result: v.void(), examples: [{ result: null }] }, () => undefined);
  });
});

test('ExampleValue is the JSON type of a value without brands', () => {
  const id = v.pipe(v.string(), v.brand('Id'));
  const count = z.number().brand('Count');
  const node = v.pipe(v.object({ id: v.string() }), v.brand('Node'));
  expectTypeOf<ExampleValue<v.InferOutput<typeof id>>>().toEqualTypeOf<string>();
  expectTypeOf<ExampleValue<z.output<typeof count>>>().toEqualTypeOf<number>();
  expectTypeOf<ExampleValue<v.InferOutput<typeof node>>>().toEqualTypeOf<{ readonly id: string }>();
  expectTypeOf<ExampleValue<Date>>().toEqualTypeOf<string>();
  expectTypeOf<ExampleValue<'a' | 'b' | 5 | true | null>>().toEqualTypeOf<
    'a' | 'b' | 5 | true | null
  >();
  expectTypeOf<ExampleValue<boolean>>().toEqualTypeOf<boolean>();
  expectTypeOf<ExampleValue<[a: Date, b?: 1]>>().toEqualTypeOf<readonly [a: string, b?: 1]>();
  expectTypeOf<ExampleValue<unknown>>().toEqualTypeOf<unknown>();
  interface Tree {
    at: Date;
    inner: Tree[];
  }
  const tree: ExampleValue<Tree> = { at: '', inner: [{ at: '', inner: [] }] };
  void tree;
});
