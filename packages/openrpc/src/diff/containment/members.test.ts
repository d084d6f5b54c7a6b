import { describe, expect, test } from 'vitest';
import { type Comparison, mismatchesOf, object, text, whole } from '../../../test/mismatches.js';

describe('members under a condition', () => {
  test.each<Comparison>([
    [
      object({ a: text }, { dependentSchemas: { a: { properties: { b: text } } } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { dependencies: { a: { properties: { b: text } } } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-07',
    ],
    [
      object({ a: text }, { dependencies: { a: ['b'] } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-07',
    ],
    [
      object({ a: text }, { dependentRequired: { b: ['a'] } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { allOf: [{ properties: { b: text } }] } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { anyOf: [{ properties: { b: text } }] } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { oneOf: [{ properties: { b: text } }] } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: { required: ['b'] }, else: {} }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { unevaluatedProperties: text } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { additionalProperties: text } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { additionalProperties: false } }),
      object({ a: text, b: whole }),
      [],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { unevaluatedProperties: false } }),
      object({ a: text, b: whole }),
      [],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { patternProperties: { '^b': text } } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { patternProperties: {} } }),
      object({ a: text, b: whole }),
      [],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { if: {}, else: { properties: { b: text } } } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object(
        { a: text },
        { if: {}, else: { $ref: '#/schema/$defs/x' }, $defs: { x: { properties: { b: text } } } },
      ),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { $ref: '#/nowhere' } }),
      object({ a: text, b: whole }),
      [],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { if: {}, else: { properties: { c: text } } }),
      object({ a: text, b: whole }),
      [],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { propertyNames: { enum: ['b'] } }),
      object({ a: text, b: whole }),
      [
        'type at .b ( -> /properties/b/type): arrays or booleans or null or numbers or objects or strings',
      ],
      'draft-2020-12',
    ],
    [
      object({ a: text }, { propertyNames: { enum: ['c'] } }),
      object({ a: text, b: whole }),
      [],
      'draft-2020-12',
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});

describe('members of several schemas', () => {
  test.each<Comparison>([
    [
      { type: 'object', patternProperties: {} },
      object({ a: text }),
      ['type at .a ( -> /properties/a/type): arrays or booleans or null or numbers or objects'],
    ],
    [
      object({ ab: text }, { patternProperties: { '^a': { maxLength: 2 } } }),
      object({ ab: { ...text, maxLength: 2 } }),
      [],
    ],
    [
      object({ ab: text }, { patternProperties: { '^b': { maxLength: 2 } } }),
      object({ ab: { ...text, maxLength: 2 } }),
      [
        'constraint at .ab (/properties/ab -> /properties/ab/maxLength): strings of more than 2 characters',
      ],
    ],
    [
      object({}, { additionalProperties: text }),
      object({ a: whole }),
      ['type at .a (/additionalProperties -> /properties/a/type): strings'],
    ],
    [
      object({ a: text }, { additionalProperties: whole }),
      object({ a: whole }),
      ['type at .a (/properties/a -> /properties/a/type): strings'],
    ],
    [{ type: 'object', unevaluatedProperties: false }, object({ a: text }), [], 'draft-2020-12'],
    [
      { allOf: [{ type: 'object', required: ['a'] }, { properties: { b: text } }] },
      object({ a: text }),
      [
        'type at .a ( -> /properties/a/type): arrays or booleans or null or numbers or objects',
        'undeclared at .b (/allOf/1/properties/b -> ): the member "b"; declared b',
      ],
    ],
    [
      { allOf: [object({ a: text }), { properties: { a: { maxLength: 2 } } }] },
      object({ a: { ...text, maxLength: 2 } }),
      [],
    ],
    [{ type: 'object', patternProperties: { '^a': text } }, object({ b: whole }), []],
    [
      { type: 'object', required: ['ab'], patternProperties: { '^a': text } },
      object({ ab: whole }),
      ['type at .ab (/patternProperties/^a -> /properties/ab/type): strings'],
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
