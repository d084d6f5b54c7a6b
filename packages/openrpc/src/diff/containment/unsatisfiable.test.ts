import { describe, expect, test } from 'vitest';
import {
  type Comparison,
  list,
  mismatchesOf,
  number,
  object,
  text,
  whole,
} from '../../../test/mismatches.js';

describe('schemas that no value fits', () => {
  test.each<Comparison>([
    [{ ...text, minLength: 3, maxLength: 2 }, whole, []],
    [{ ...text, minLength: 2, maxLength: 2 }, whole, ['type at the value ( -> /type): strings']],
    [{ ...whole, minimum: 3, maximum: 2 }, text, []],
    [{ ...whole, minimum: 2, maximum: 2 }, text, ['type at the value ( -> /type): integers']],
    [{ ...number, minimum: 2, exclusiveMaximum: 2 }, text, []],
    [{ ...number, exclusiveMinimum: 2, maximum: 2 }, text, []],
    [{ ...whole, exclusiveMinimum: 2, exclusiveMaximum: 3 }, text, []],
    [
      { ...number, exclusiveMinimum: 2, exclusiveMaximum: 3 },
      text,
      ['type at the value ( -> /type): numbers'],
    ],
    [{ allOf: [text, whole] }, number, []],
    [{ enum: [] }, text, []],
    [{ enum: ['a'], const: 'b' }, whole, []],
    [object({ a: false }, { required: ['a'] }), text, []],
    [object({ a: { ...text, minLength: 2, maxLength: 1 } }, { required: ['a'] }), text, []],
    [object({ a: object({ b: false }, { required: ['b'] }) }, { required: ['a'] }), text, []],
    [object({ a: false }), text, ['type at the value ( -> /type): objects']],
    [list(false, { minItems: 1 }), text, []],
    [list(false), text, ['type at the value ( -> /type): arrays']],
    [{ type: 'array', prefixItems: [text, false], minItems: 2 }, text, [], 'draft-2020-12'],
    [
      { type: 'array', prefixItems: [text, false], minItems: 1 },
      text,
      ['type at the value ( -> /type): arrays'],
      'draft-2020-12',
    ],
    [
      { type: ['integer', 'string'], minimum: 3, maximum: 2 },
      whole,
      ['type at the value ( -> /type): strings'],
    ],
    [list({ anyOf: [false, { ...text, minLength: 2, maxLength: 1 }] }, { minItems: 1 }), text, []],
    [
      list({ anyOf: [false, text] }, { minItems: 1 }),
      text,
      ['type at the value ( -> /type): arrays'],
    ],
    [
      object(
        {
          a: object(
            { b: object({ c: object({ d: false }, { required: ['d'] }) }, { required: ['c'] }) },
            { required: ['b'] },
          ),
        },
        { required: ['a'] },
      ),
      text,
      ['type at the value ( -> /type): objects'],
    ],
    [
      object({ a: { $ref: '#/schema/properties/a' } }, { required: ['a'] }),
      object({ a: text }, { required: ['a'] }),
      ['undecided at .a (/properties/a -> /properties/a): /schema/properties/a refers to itself'],
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
