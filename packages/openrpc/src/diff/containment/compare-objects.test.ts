import { describe, expect, test } from 'vitest';
import { type Comparison, mismatchesOf, object, text, whole } from '../../../test/mismatches.js';

describe('objects', () => {
  test.each<Comparison>([
    [
      object({ a: text }),
      object({ a: text }, { required: ['a'] }),
      ['required at .a ( -> /properties/a): objects without the member "a"; declared a'],
    ],
    [
      object({}),
      { type: 'object', required: ['a', 'b'] },
      [
        'required at .a ( -> /required): objects without the member "a"; undeclared a',
        'required at .b ( -> /required): objects without the member "b"; undeclared b',
      ],
    ],
    [object({ a: text }, { required: ['a'] }), object({ a: text }, { required: ['a'] }), []],
    [
      object({ a: text }, { required: ['a'] }),
      object({ a: whole }, { required: ['a'] }),
      ['type at .a (/properties/a -> /properties/a/type): strings'],
    ],
    [
      object({ a: text }),
      object({ a: text }, { minProperties: 1 }),
      ['constraint at the value ( -> /minProperties): empty objects'],
    ],
    [
      object({ a: text, b: text }, { required: ['a'] }),
      object({ a: text, b: text }, { minProperties: 1 }),
      [],
    ],
    [
      object({ a: text, b: text }, { required: ['a'] }),
      object({ a: text, b: text }, { minProperties: 2 }),
      ['constraint at the value ( -> /minProperties): objects of fewer than 2 members'],
    ],
    [
      object({ a: text, b: text }, { additionalProperties: false }),
      object({ a: text, b: text }, { maxProperties: 1 }),
      ['constraint at the value ( -> /maxProperties): objects of more than 1 member'],
    ],
    [
      object({ a: text, b: text }, { additionalProperties: false }),
      object({ a: text, b: text }, { maxProperties: 2 }),
      [],
    ],
    [
      object({ a: text }),
      object({ a: text }, { maxProperties: 5 }),
      ['constraint at the value ( -> /maxProperties): objects of more than 5 members'],
    ],
    [
      object({ a: text }, { maxProperties: 2 }),
      object({ a: text }, { maxProperties: 2, title: 'x' }),
      [],
    ],
    [
      object({ a: text }, { minProperties: 2 }),
      object({ a: text }, { minProperties: 2, minLength: 1 }),
      [],
    ],
    [
      object({ a: text }),
      object({ a: whole }),
      ['type at .a (/properties/a -> /properties/a/type): strings'],
    ],
    [
      object({ a: object({ b: text }) }),
      object({ a: object({ b: whole }) }),
      ['type at .a.b (/properties/a/properties/b -> /properties/a/properties/b/type): strings'],
    ],
    [
      object({ a: text, b: text }),
      object({ a: text }),
      ['undeclared at .b (/properties/b -> ): the member "b"; declared b'],
    ],
    [
      object({ a: text, b: text }),
      object({ a: text }, { additionalProperties: false }),
      [
        'member at .b (/properties/b -> /additionalProperties): the member "b"; declared b',
        'member at the value ( -> /additionalProperties): members that are not declared',
      ],
    ],
    [
      object({ a: text }, { additionalProperties: false }),
      object({ a: text }, { additionalProperties: false, maxProperties: 1 }),
      [],
    ],
    [
      object({ a: text }),
      object({ a: text }, { additionalProperties: false }),
      ['member at the value ( -> /additionalProperties): members that are not declared'],
    ],
    [
      object({ a: text, b: text }),
      object({ a: text }, { additionalProperties: whole }),
      [
        'type at .b (/properties/b -> /additionalProperties/type): strings',
        'member at the value ( -> /additionalProperties): members that are not declared',
      ],
    ],
    [
      object({ a: text }, { additionalProperties: text }),
      object({ a: text }, { additionalProperties: whole }),
      ['type at [any other member] (/additionalProperties -> /additionalProperties/type): strings'],
    ],
    [
      object({ a: text }, { additionalProperties: true }),
      object({ a: text }, { additionalProperties: text }),
      [
        'type at [any other member] (/additionalProperties -> /additionalProperties/type): arrays or booleans or null or numbers or objects',
      ],
    ],
    [
      object({ a: text }, { additionalProperties: false }),
      object({ a: text }, { additionalProperties: whole }),
      [],
    ],
    [
      object({ a: text, b: false }),
      object({ a: text }, { additionalProperties: false }),
      ['member at the value ( -> /additionalProperties): members that are not declared'],
    ],
    [
      object(
        { a: text, b: { ...text, minLength: 2, maxLength: 1 } },
        { additionalProperties: false },
      ),
      object({ a: text }, { additionalProperties: false }),
      [],
    ],
    [object({ a: text, b: false }), object({ a: text, b: whole }), []],
    [
      object({ a: text }),
      object({ a: false }),
      ['type at .a (/properties/a -> /properties/a): any value'],
    ],
    [object({ a: { ...text, minLength: 2, maxLength: 1 } }), object({ a: false }), []],
    [
      object({ a: text }, { additionalProperties: whole }),
      object({ b: text }),
      [
        'type at .b (/additionalProperties -> /properties/b/type): integers',
        'undeclared at .a (/properties/a -> ): the member "a"; declared a',
      ],
    ],
    [
      object({ ab: text }),
      { type: 'object', patternProperties: { '^a': whole } },
      ['type at .ab (/properties/ab -> /patternProperties/^a/type): strings'],
    ],
    [object({ b: text }), { type: 'object', patternProperties: { '^a': whole } }, []],
    [
      { type: 'object', patternProperties: { '^a': text } },
      { type: 'object', patternProperties: { '^a': whole } },
      [
        'type at [any member that matches ^a] (/patternProperties/^a -> /patternProperties/^a/type): strings',
      ],
    ],
    [
      { type: 'object', patternProperties: { '^a': text } },
      { type: 'object', patternProperties: { '^a': text }, minProperties: 1 },
      ['constraint at the value ( -> /minProperties): empty objects'],
    ],
    [
      object({ ab: text }, { additionalProperties: false }),
      { type: 'object', patternProperties: { '^a': text }, additionalProperties: false },
      [],
    ],
    [
      object({ b: text }, { additionalProperties: false }),
      { type: 'object', patternProperties: { '^a': text }, additionalProperties: false },
      ['member at .b (/properties/b -> /additionalProperties): the member "b"; declared b'],
    ],
    [
      object({ ab: text }),
      { type: 'object', patternProperties: { '(': text } },
      ['undecided at the value ( -> ): the pattern "(" is not a regular expression of JavaScript'],
    ],
    [
      { type: 'object', patternProperties: { '^a': text } },
      object({ ab: whole }),
      ['type at .ab (/patternProperties/^a -> /properties/ab/type): strings'],
    ],
    [
      { type: 'object', patternProperties: { '^a': text } },
      { type: 'object', patternProperties: { '^b': whole }, additionalProperties: false },
      [
        'type at [any member that matches ^a] (/patternProperties/^a -> /patternProperties/^b/type): strings',
        'type at [any member that matches ^a] (/patternProperties/^a -> /additionalProperties): any value',
        'member at the value ( -> /additionalProperties): members that are not declared',
      ],
    ],
    [object({ a: text }), object({ a: text }, { propertyNames: { maxLength: 3 } }), []],
    [
      object({ a: text }),
      object({ a: text }, { propertyNames: { minLength: 2 } }),
      ['member at the value ( -> /propertyNames): members with some of the names'],
    ],
    [
      object({ a: text }, { additionalProperties: true }),
      object({ a: text }, { propertyNames: { maxLength: 3 } }),
      ['undecided at the value ( -> /propertyNames): `propertyNames` differs'],
    ],
    [
      object({ a: text }, { patternProperties: { '^x': text } }),
      object({ a: text }, { propertyNames: { maxLength: 3 } }),
      ['undecided at the value ( -> /propertyNames): `propertyNames` differs'],
    ],
    [
      object({ a: text }, { propertyNames: { maxLength: 3 } }),
      object({ a: text }, { propertyNames: { maxLength: 3 }, minProperties: 0 }),
      [],
    ],
    [
      object({ a: text }),
      object({ a: text }, { propertyNames: { $ref: '#/nowhere' } }),
      ['undecided at the value ( -> /propertyNames): `propertyNames` differs'],
    ],
    [
      object({ a: text, b: text }),
      object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
      ['undecided at the value ( -> /dependentRequired): `dependentRequired` differs'],
      'draft-2020-12',
    ],
    [
      object({ b: text }),
      object({ b: text }, { dependentRequired: { a: ['b'] } }),
      [],
      'draft-2020-12',
    ],
    [
      object({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
      object({ a: text, b: text }, { dependentRequired: { a: ['b'] }, minProperties: 0 }),
      [],
      'draft-2020-12',
    ],
    [
      object({ a: text }),
      object({ a: text }, { dependentSchemas: { a: { minProperties: 2 } } }),
      ['undecided at the value ( -> /dependentSchemas): `dependentSchemas` differs'],
      'draft-2020-12',
    ],
    [
      object({ a: text }),
      object({ a: text }, { dependencies: { a: ['b'] } }),
      ['undecided at the value ( -> /dependencies): `dependencies` differs'],
      'draft-07',
    ],
    [
      object({ a: false }),
      object({}, { dependencies: { a: ['b'] } }),
      ['undeclared at .a (/properties/a -> ): the member "a"; declared a'],
      'draft-07',
    ],
    [
      object({ a: text }),
      object({ a: text }, { unevaluatedProperties: false }),
      ['undecided at the value ( -> /unevaluatedProperties): `unevaluatedProperties` differs'],
      'draft-2020-12',
    ],
    [
      object({ a: text }),
      object({ a: text }, { unevaluatedProperties: true }),
      [],
      'draft-2020-12',
    ],
    [
      text,
      object(
        { a: text },
        {
          required: ['a'],
          minProperties: 1,
          propertyNames: { minLength: 2 },
          additionalProperties: false,
        },
      ),
      ['type at the value ( -> /type): strings'],
    ],
    [
      { allOf: [object({ a: text }), object({ b: whole })] },
      object({ a: text, b: text }),
      ['type at .b (/allOf/1/properties/b -> /properties/b/type): integers'],
    ],
    [object({ a: text, c: text }), { allOf: [object({ a: text }), object({ b: whole })] }, []],
    [
      object({ a: text, c: text }),
      object({ a: text }, { anyOf: [object({ c: text }), object({ d: text })] }),
      [],
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
