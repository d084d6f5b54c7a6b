import { describe, expect, test } from 'vitest';
import { type Comparison, mismatchesOf, number, text, whole } from '../../../test/mismatches.js';

describe('types', () => {
  test.each<Comparison>([
    [number, whole, ['type at the value ( -> /type): numbers that are not integers']],
    [whole, number, []],
    [{ type: ['integer', 'string'] }, text, ['type at the value ( -> /type): integers']],
    [{ type: ['string', 'null'] }, text, ['type at the value ( -> /type): null; only null']],
    [
      true,
      text,
      ['type at the value ( -> /type): arrays or booleans or null or numbers or objects'],
    ],
    [
      true,
      { type: ['array', 'boolean', 'null', 'number', 'object'] },
      ['type at the value ( -> /type): strings'],
    ],
    [text, false, ['type at the value ( -> ): any value']],
    [false, text, []],
    [text, true, []],
    [{ type: 'boolean' }, { enum: [true] }, ['enum at the value ( -> ): false']],
    [{ type: 'boolean' }, { enum: [true, false] }, []],
    [
      { type: ['boolean', 'null'] },
      { enum: [true, false] },
      ['type at the value ( -> ): null; only null'],
    ],
    [{ type: 'null' }, { const: null }, []],
    [
      { type: ['number', 'string', 'null'] },
      whole,
      ['type at the value ( -> /type): null or numbers or strings'],
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});

describe('enumerations', () => {
  test.each<Comparison>([
    [{ enum: ['a', 'b', 'c'] }, { enum: ['b'] }, ['enum at the value ( -> ): "a", "c"']],
    [{ const: 'a' }, { enum: ['a', 'b'] }, []],
    [{ enum: ['a', 1] }, { const: 'a' }, ['enum at the value ( -> ): 1']],
    [text, { enum: ['a'] }, ['enum at the value ( -> /enum): values other than "a"']],
    [text, { const: 'a' }, ['enum at the value ( -> /const): values other than "a"']],
    [{ enum: ['a', null] }, text, ['type at the value ( -> ): null; only null']],
    [{ enum: [null] }, text, ['type at the value ( -> ): null; only null']],
    [{ enum: ['a', 1, 2] }, whole, ['enum at the value ( -> ): "a"']],
    [{ enum: ['a', 'bb'] }, { ...text, maxLength: 1 }, ['enum at the value ( -> ): "bb"']],
    [{ enum: ['a', 'bb'], const: 'a' }, { maxLength: 1 }, []],
    [{ enum: [1, 2.5], type: 'integer' }, { const: 1 }, []],
    [
      text,
      { enum: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] },
      [
        'enum at the value ( -> /enum): values other than "1", "2", "3", "4", "5", "6", "7", "8", "9", "10" and 2 more',
      ],
    ],
    [
      { enum: ['x'.repeat(70), 'y'] },
      { const: 'y' },
      [`enum at the value ( -> ): "${'x'.repeat(56)}...`],
    ],
    [{ enum: [{ a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }] }, []],
    [{ enum: [[1, 2]] }, { enum: [[2, 1]] }, ['enum at the value ( -> ): [1,2]']],
    [{ const: 'a', allOf: [{ enum: ['a', 'b'] }] }, { const: 'a' }, []],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
