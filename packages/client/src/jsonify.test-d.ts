import type * as core from '@jsonrpc-kit/core/types';
import { describe, expectTypeOf, test } from 'vitest';
import type { Jsonify, JsonifyResult } from './method-types.js';

describe('Jsonify', () => {
  test('replaces values by the type that their toJSON() returns', () => {
    expectTypeOf<Jsonify<Date>>().toBeString();
    expectTypeOf<Jsonify<{ toJSON: () => { at: Date } }>>().toEqualTypeOf<{ at: string }>();
    expectTypeOf<
      Jsonify<{ at: Date; all: Date[]; pair: [Date, 5]; maybe?: Date }>
    >().toEqualTypeOf<{
      at: string;
      all: string[];
      pair: [string, 5];
      maybe?: string;
    }>();
    expectTypeOf<Jsonify<Date | null>>().toEqualTypeOf<string | null>();
  });

  test('is never for a bigint, which has no JSON', () => {
    expectTypeOf<Jsonify<{ amount: bigint }>>().toEqualTypeOf<{ amount: never }>();
    expectTypeOf<JsonifyResult<bigint>>().toBeNever();
  });

  test('keeps types that JSON can represent, brands included', () => {
    type Iban = string & { readonly brand: 'iban' };
    interface Tree {
      value: number;
      children: Tree[];
    }
    expectTypeOf<Jsonify<Iban>>().toEqualTypeOf<Iban>();
    expectTypeOf<Jsonify<'a' | 5 | true | null>>().toEqualTypeOf<'a' | 5 | true | null>();
    expectTypeOf<Jsonify<Record<string, number>>>().toEqualTypeOf<Record<string, number>>();
    expectTypeOf<Tree>().toExtend<Jsonify<Tree>>();
    expectTypeOf<Jsonify<Tree>>().toExtend<Tree>();
  });

  test('keeps unknown and any', () => {
    expectTypeOf<Jsonify<unknown>>().toBeUnknown();
    expectTypeOf<JsonifyResult<unknown>>().toBeUnknown();
    // oxlint-disable-next-line typescript/no-explicit-any -- handlers can return any
    expectTypeOf<JsonifyResult<any>>().toBeAny();
  });
});

test('JsonifyResult replaces undefined and void by null', () => {
  expectTypeOf<JsonifyResult<undefined>>().toBeNull();
  expectTypeOf<JsonifyResult<void>>().toBeNull();
  expectTypeOf<JsonifyResult<number | undefined>>().toEqualTypeOf<number | null>();
});

test('Jsonify and JsonifyResult equal the types of the core', () => {
  interface Account {
    readonly id: string & { readonly brand: 'id' };
    openedAt?: Date;
    history: readonly [at: Date, change: number | undefined][];
    toJSONLater: unknown;
  }
  expectTypeOf<Jsonify<Account>>().toEqualTypeOf<core.Jsonify<Account>>();
  expectTypeOf<JsonifyResult<Account | void>>().toEqualTypeOf<core.JsonifyResult<Account | void>>();
});
