import { describe, expectTypeOf, test } from 'vitest';
import type { WireResult, WireValue } from './wire-value.js';

describe('a value on the wire', () => {
  test('is what its toJSON() makes of it', () => {
    expectTypeOf<WireValue<Date>>().toBeString();
    expectTypeOf<WireValue<{ toJSON: () => { at: Date } }>>().toEqualTypeOf<{ at: string }>();
    type Dated = { at: Date; all: Date[]; pair: [Date, 5]; maybe?: Date };
    expectTypeOf<WireValue<Dated>>().toEqualTypeOf<{
      at: string;
      all: string[];
      pair: [string, 5];
      maybe?: string;
    }>();
  });

  test('is itself where it is JSON, or where nothing is known of it', () => {
    type Iban = string & { readonly brand: 'iban' };
    expectTypeOf<WireValue<{ iban: Iban; n: 5 | null }>>().toEqualTypeOf<{
      iban: Iban;
      n: 5 | null;
    }>();
    expectTypeOf<WireResult<unknown>>().toBeUnknown();
    // oxlint-disable-next-line typescript/no-explicit-any -- what a handler may return
    expectTypeOf<WireResult<any>>().toBeAny();
  });
});

test('a result of undefined is null', () => {
  expectTypeOf<WireResult<void>>().toBeNull();
  expectTypeOf<WireResult<Date | undefined>>().toEqualTypeOf<string | null>();
});
