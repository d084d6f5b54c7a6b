import { describe, expectTypeOf, test } from 'vitest';
import type { WireResult, WireValue } from '../index.js';

describe('a value on the wire', () => {
  test('is what its toJSON() makes of it', () => {
    expectTypeOf<WireValue<Date>>().toBeString();
    expectTypeOf<WireValue<{ toJSON: () => { at: Date } }>>().toEqualTypeOf<{ at: string }>();
    expectTypeOf<
      WireValue<{ at: Date; all: Date[]; pair: [Date, 5]; maybe?: Date }>
    >().toEqualTypeOf<{
      at: string;
      all: string[];
      pair: [string, 5];
      maybe?: string;
    }>();
    expectTypeOf<WireValue<Date | null>>().toEqualTypeOf<string | null>();
  });

  test('is itself where it is JSON', () => {
    type Iban = string & { readonly brand: 'iban' };
    interface Tree {
      value: number;
      children: Tree[];
    }
    expectTypeOf<WireValue<Iban>>().toEqualTypeOf<Iban>();
    expectTypeOf<WireValue<'a' | 5 | true | null>>().toEqualTypeOf<'a' | 5 | true | null>();
    expectTypeOf<WireValue<Record<string, number>>>().toEqualTypeOf<Record<string, number>>();
    expectTypeOf<Tree>().toExtend<WireValue<Tree>>();
    expectTypeOf<WireValue<Tree>>().toExtend<Tree>();
  });

  test('stays unknown, or any', () => {
    expectTypeOf<WireValue<unknown>>().toBeUnknown();
    expectTypeOf<WireResult<unknown>>().toBeUnknown();
    // oxlint-disable-next-line typescript/no-explicit-any -- what a handler may return
    expectTypeOf<WireResult<any>>().toBeAny();
  });
});

test('a result of undefined is null', () => {
  expectTypeOf<WireResult<undefined>>().toBeNull();
  expectTypeOf<WireResult<void>>().toBeNull();
  expectTypeOf<WireResult<number | undefined>>().toEqualTypeOf<number | null>();
});
