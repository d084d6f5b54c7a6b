import { describe, expectTypeOf, test } from 'vitest';
import type { Jsonify, JsonifyResult } from './jsonify.js';

describe('a value as JSON', () => {
  test('has the type that toJSON() returns', () => {
    expectTypeOf<Jsonify<Date>>().toBeString();
    expectTypeOf<Jsonify<{ toJSON: () => { at: Date } }>>().toEqualTypeOf<{ at: string }>();
    type Dated = { at: Date; all: Date[]; pair: [Date, 5]; maybe?: Date };
    expectTypeOf<Jsonify<Dated>>().toEqualTypeOf<{
      at: string;
      all: string[];
      pair: [string, 5];
      maybe?: string;
    }>();
  });

  test('is never for a bigint, which has no JSON', () => {
    expectTypeOf<Jsonify<{ amount: bigint }>>().toEqualTypeOf<{ amount: never }>();
    expectTypeOf<JsonifyResult<bigint>>().toBeNever();
  });

  test('keeps its type if it is JSON or unknown', () => {
    type Iban = string & { readonly brand: 'iban' };
    expectTypeOf<Jsonify<{ iban: Iban; n: 5 | null }>>().toEqualTypeOf<{
      iban: Iban;
      n: 5 | null;
    }>();
    expectTypeOf<JsonifyResult<unknown>>().toBeUnknown();
    // oxlint-disable-next-line typescript/no-explicit-any -- a handler may return any
    expectTypeOf<JsonifyResult<any>>().toBeAny();
  });
});

test('a result of undefined becomes null', () => {
  expectTypeOf<JsonifyResult<void>>().toBeNull();
  expectTypeOf<JsonifyResult<Date | undefined>>().toEqualTypeOf<string | null>();
});
