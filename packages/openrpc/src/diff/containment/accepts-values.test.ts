import { describe, expect, test } from 'vitest';
import {
  type Comparison,
  mismatchesOf,
  number,
  object,
  text,
  whole,
} from '../../../test/mismatches.js';

describe('values of each type', () => {
  test.each<Comparison>([
    [
      { enum: [null, [1], 1, 1.5, 'a', true, { a: 1 }] },
      { type: 'null' },
      ['enum at the value ( -> ): [1], 1, 1.5, "a", true, {"a":1}'],
    ],
    [
      { enum: [null, [1], 1, 1.5, 'a', true, { a: 1 }] },
      { type: 'array' },
      ['enum at the value ( -> ): null, 1, 1.5, "a", true, {"a":1}'],
    ],
    [
      { enum: [null, [1], 1, 1.5, 'a', true, { a: 1 }] },
      whole,
      ['enum at the value ( -> ): null, [1], 1.5, "a", true, {"a":1}'],
    ],
    [
      { enum: [null, [1], 1, 1.5, 'a', true, { a: 1 }] },
      number,
      ['enum at the value ( -> ): null, [1], "a", true, {"a":1}'],
    ],
    [
      { enum: [null, [1], 1, 1.5, 'a', true, { a: 1 }] },
      text,
      ['enum at the value ( -> ): null, [1], 1, 1.5, true, {"a":1}'],
    ],
    [
      { enum: [null, [1], 1, 1.5, 'a', true, { a: 1 }] },
      { type: 'boolean' },
      ['enum at the value ( -> ): null, [1], 1, 1.5, "a", {"a":1}'],
    ],
    [
      { enum: [null, [1], 1, 1.5, 'a', true, { a: 1 }] },
      { type: 'object' },
      ['enum at the value ( -> ): null, [1], 1, 1.5, "a", true'],
    ],
    [{ enum: [1, null, 'a'] }, { type: ['integer', 'null'] }, ['enum at the value ( -> ): "a"']],
    [text, { type: [] }, ['undecided at the value ( -> /type): [] is not a type of JSON Schema']],
    [
      text,
      { type: ['string', 'any'] },
      ['undecided at the value ( -> /type): ["string","any"] is not a type of JSON Schema'],
    ],
    [{ enum: ['a', 'b'] }, { const: 'a', type: 'string' }, ['enum at the value ( -> ): "b"']],
    [{ enum: ['a', 'b'] }, { enum: ['a'], minLength: 1 }, ['enum at the value ( -> ): "b"']],
    [
      { enum: ['a', 'b'] },
      { ...text, minLength: 2, title: 'x' },
      ['enum at the value ( -> ): "a", "b"'],
    ],
    [{ enum: [{ a: 1 }] }, object({ a: text }), ['enum at the value ( -> ): {"a":1}']],
    [{ enum: [null] }, { type: 'null', enum: [null] }, []],
    [{ enum: [1, 2] }, { exclusiveMinimum: 1 }, ['enum at the value ( -> ): 1'], 'draft-2020-12'],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
