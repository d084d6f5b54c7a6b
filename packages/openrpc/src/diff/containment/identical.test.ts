import { describe, expect, test } from 'vitest';
import { mismatchesOf, type Schema } from '../../../test/mismatches.js';

/** Compares two schemas as `not`, which is only decided if they are identical. */
function mismatchesOfNot(old: Schema, next: Schema): readonly string[] {
  const types = { type: ['string', 'array', 'object', 'null'] };
  const different = { ...types, not: next, $comment: 'differs' };
  return mismatchesOf({ ...types, not: old }, different, 'draft-2020-12');
}

describe('schemas that are identical', () => {
  test.each<[Schema, Schema]>([
    [
      { minLength: 1, title: 'a' },
      { title: 'b', minLength: 1 },
    ],
    [{ enum: [{ a: 1, b: [1, 2] }] }, { enum: [{ b: [1, 2], a: 1 }] }],
    [
      { anyOf: [{ minLength: 1 }, { maxLength: 3 }] },
      { anyOf: [{ minLength: 1 }, { maxLength: 3 }] },
    ],
    [{ properties: { title: { minLength: 1 } } }, { properties: { title: { minLength: 1 } } }],
    [
      { properties: { title: { minLength: 1 }, default: { maxLength: 3 } } },
      { properties: { default: { maxLength: 3 }, title: { minLength: 1 } } },
    ],
    [{ $ref: 'https://example.org/a' }, { $ref: 'https://example.org/a' }],
    [{ $ref: '#/schema/not/$defs/x', $defs: { x: { minLength: 1 } } }, { minLength: 1 }],
    [{ const: null }, { const: null }],
    [{ items: { minLength: 1, description: 'a' } }, { items: { minLength: 1 } }],
  ])('%j is %j', (old, next) => {
    expect(mismatchesOfNot(old, next)).toEqual([]);
  });
});

describe('schemas that differ', () => {
  test.each<[Schema, Schema]>([
    [{ minLength: 1 }, { minLength: 1, maxLength: 3 }],
    [{ minLength: 1 }, { minLength: 4 }],
    [{ enum: ['a'] }, { enum: ['a', 'b'] }],
    [{ enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
    [{ enum: [[1, 2]] }, { enum: [[1]] }],
    [{ enum: [{ a: 1 }] }, { enum: [{ a: 1, b: 2 }] }],
    [{ enum: [{ a: 1, b: 2 }] }, { enum: [{ a: 1 }] }],
    [{ enum: [{ a: 1 }] }, { enum: [{ b: 1 }] }],
    [{ enum: [{ a: 1 }] }, { enum: [{ a: 2 }] }],
    [{ enum: [{ a: 1 }] }, { enum: [[1]] }],
    [{ enum: [[]] }, { enum: [{}] }],
    [{ const: null }, { const: 'x' }],
    [{ anyOf: [{ minLength: 1 }, { maxLength: 3 }] }, { anyOf: [{ minLength: 1 }] }],
    [{ anyOf: [{ minLength: 1 }] }, { anyOf: [{ minLength: 1 }, { maxLength: 3 }] }],
    [
      { anyOf: [{ minLength: 1 }, { maxLength: 3 }] },
      { anyOf: [{ minLength: 1 }, { minLength: 4 }] },
    ],
    [
      { anyOf: [{ minLength: 1 }, { maxLength: 3 }] },
      { anyOf: [{ minLength: 4 }, { maxLength: 3 }] },
    ],
    [{ properties: { title: { minLength: 1 } } }, { properties: { title: { minLength: 4 } } }],
    [{ properties: { title: { minLength: 1 } } }, { properties: { name: { minLength: 1 } } }],
    [
      { properties: { title: { minLength: 1 } } },
      { properties: { title: { minLength: 1 }, name: { minLength: 1 } } },
    ],
    [
      { properties: { title: { minLength: 1 }, name: { minLength: 1 } } },
      { properties: { title: { minLength: 1 } } },
    ],
    [{ items: true }, { items: false }],
    [{ items: { minLength: 1 } }, { items: true }],
    [{ items: { minLength: 1 } }, { items: { minLength: 4 } }],
    [{ dependentRequired: { a: ['b'] } }, { dependentRequired: { a: ['c'] } }],
    [{ dependentRequired: { a: ['b'] } }, { dependentRequired: { a: ['b', 'c'] } }],
    [{ $ref: 'https://example.org/a' }, { $ref: 'https://example.org/b' }],
    [{ $ref: 'a.json' }, { $ref: 'a.json' }],
    [{ $ref: '#/schema/not/$defs/x', $defs: { x: { minLength: 1 } } }, { minLength: 4 }],
    [{ $ref: 'https://example.org/a' }, { minLength: 1 }],
  ])('%j is not %j', (old, next) => {
    const undecided = ['undecided at the value ( -> /not): `not` differs'];
    expect(mismatchesOfNot(old, next)).toEqual(undecided);
    expect(mismatchesOfNot(next, old)).toEqual(undecided);
  });
});
