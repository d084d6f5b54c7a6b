import { describe, expectTypeOf, test } from 'vitest';
import type { DecodedResult, Decoded } from './typed-methods.js';

describe('a value as JSON', () => {
  test('has the type that toJSON() returns', () => {
    expectTypeOf<Decoded<Date>>().toBeString();
    expectTypeOf<Decoded<{ toJSON: () => { at: Date } }>>().toEqualTypeOf<{ at: string }>();
    type Dated = { at: Date; all: Date[]; pair: [Date, 5]; maybe?: Date };
    expectTypeOf<Decoded<Dated>>().toEqualTypeOf<{
      at: string;
      all: string[];
      pair: [string, 5];
      maybe?: string;
    }>();
  });

  test('keeps its type if it is JSON or unknown', () => {
    type Iban = string & { readonly brand: 'iban' };
    expectTypeOf<Decoded<{ iban: Iban; n: 5 | null }>>().toEqualTypeOf<{
      iban: Iban;
      n: 5 | null;
    }>();
    expectTypeOf<DecodedResult<unknown>>().toBeUnknown();
    // oxlint-disable-next-line typescript/no-explicit-any -- a handler may return any
    expectTypeOf<DecodedResult<any>>().toBeAny();
  });
});

test('a result of undefined becomes null', () => {
  expectTypeOf<DecodedResult<void>>().toBeNull();
  expectTypeOf<DecodedResult<Date | undefined>>().toEqualTypeOf<string | null>();
});
