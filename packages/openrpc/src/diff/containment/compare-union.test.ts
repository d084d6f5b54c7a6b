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

describe('unions', () => {
  test.each<Comparison>([
    [text, { anyOf: [text, whole] }, []],
    [{ anyOf: [text, whole] }, text, ['type at the value ( -> /type): integers']],
    [{ type: ['string', 'integer'] }, { anyOf: [text, whole] }, []],
    [
      { type: ['string', 'integer', 'null'] },
      { anyOf: [text, whole] },
      ['enum at the value ( -> ): null; only null'],
    ],
    [{ type: 'null' }, { anyOf: [text, whole] }, ['type at the value ( -> ): null; only null']],
    [
      { ...text, maxLength: 3 },
      {
        anyOf: [
          { ...text, maxLength: 2 },
          { ...text, maxLength: 4 },
        ],
      },
      [],
    ],
    [
      { ...text, maxLength: 5 },
      {
        anyOf: [
          { ...text, maxLength: 2 },
          { ...text, maxLength: 4 },
        ],
      },
      ['undecided at the value ( -> ): no member of the union contains all values'],
    ],
    [
      text,
      { anyOf: [{ ...text, maxLength: 2 }, whole] },
      ['constraint at the value ( -> /anyOf/0/maxLength): strings of more than 2 characters'],
    ],
    [text, { oneOf: [text, whole] }, []],
    [
      text,
      { oneOf: [text, { minLength: 2 }] },
      ['undecided at the value ( -> ): more than one member of `oneOf` may accept a value'],
    ],
    [
      number,
      { anyOf: [whole, { type: 'boolean' }] },
      ['type at the value ( -> /anyOf/0/type): numbers that are not integers'],
    ],
    [number, { oneOf: [number, text] }, []],
    [
      object({ k: { const: 'a' } }, { required: ['k'] }),
      {
        oneOf: [
          object({ k: { const: 'a' } }, { required: ['k'] }),
          object({ k: { const: 'b' } }, { required: ['k'] }),
        ],
      },
      [],
    ],
    [
      object({ k: { const: 'c' } }, { required: ['k'] }),
      {
        anyOf: [
          object({ k: { const: 'a' } }, { required: ['k'] }),
          object({ k: { const: 'b' } }, { required: ['k'] }),
        ],
      },
      ['enum at the value ( -> ): an alternative of objects'],
    ],
    [{ anyOf: [text, whole] }, { anyOf: [text, whole], title: 'x' }, []],
    [text, { anyOf: [] }, ['enum at the value ( -> ): an alternative of strings']],
    [text, { anyOf: 'x' }, []],
    [{ allOf: [text, { minLength: 2 }] }, { allOf: [text, { minLength: 1 }] }, []],
    [
      text,
      { allOf: [{ minLength: 1 }, { maxLength: 2 }] },
      [
        'constraint at the value ( -> /allOf/0/minLength): empty strings',
        'constraint at the value ( -> /allOf/1/maxLength): strings of more than 2 characters',
      ],
    ],
    [
      whole,
      {
        anyOf: [
          { ...whole, minimum: 5 },
          { ...whole, maximum: 4 },
        ],
      },
      ['undecided at the value ( -> ): no member of the union contains all values'],
    ],
    [
      { type: ['array', 'object', 'boolean'] },
      { anyOf: [{ type: 'array' }, { type: 'object' }] },
      ['enum at the value ( -> ): an alternative of booleans'],
    ],
    [
      { type: ['array', 'object', 'boolean', 'null', 'number', 'string'] },
      {
        oneOf: [
          { type: 'array' },
          { type: 'object' },
          { type: 'boolean' },
          { type: 'null' },
          number,
          text,
        ],
      },
      [],
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});

describe('a `oneOf` whose members overlap', () => {
  const byHash = object({ hash: text }, { required: ['hash'] });
  const byNumber = object({ number: whole }, { required: ['number'] });
  const tag = (...values: readonly string[]) => ({ enum: values });
  const overlaps =
    'undecided at the value ( -> ): more than one member of `oneOf` may accept a value';

  test.each<Comparison>([
    // A value with both members fits neither of the two.
    [{ oneOf: [byHash, byNumber, tag('a')] }, { oneOf: [byHash, byNumber, tag('a', 'b')] }, []],
    [
      { oneOf: [byHash, byNumber, tag('a', 'b')] },
      { oneOf: [byHash, byNumber, tag('a')] },
      ['enum at the value ( -> ): "b"'],
    ],
    [
      { $ref: '#/schema/definitions/block', definitions: { block: { oneOf: [byHash, byNumber] } } },
      { oneOf: [byNumber, byHash, tag('a')] },
      [],
    ],
    [{ allOf: [{ oneOf: [byHash, byNumber] }] }, { oneOf: [byNumber, byHash, tag('a')] }, []],
    // A smaller member.
    [
      { oneOf: [byHash, byNumber] },
      { oneOf: [byHash, object({ number: { ...whole, minimum: 0 } }, { required: ['number'] })] },
      [
        'constraint at .number (/oneOf/1/properties/number -> /oneOf/1/properties/number/minimum): numbers below 0',
      ],
    ],
    // A value with both members fits the inner schema, but not the outer one.
    [{ anyOf: [byHash, byNumber] }, { oneOf: [byHash, byNumber] }, [overlaps]],
    // A larger member.
    [{ oneOf: [byHash, byNumber] }, { oneOf: [byHash, object({})] }, [overlaps]],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});

describe('a union whose members exclude each other', () => {
  const typed = (pattern: string, more: object = {}) =>
    object({ type: { ...text, pattern }, v: text, ...more }, { required: ['type'] });
  const hash = { ...text, pattern: '^0x[0-9a-f]{4}$' };
  const tag = { enum: ['latest', 'safe'] };
  const byHash = object({ hash: text }, { required: ['hash'] });
  const byRange = { ...object({ from: text }), not: { required: ['hash'] } };

  test.each<Comparison>([
    [typed('^0x2$'), { oneOf: [typed('^0x1$'), typed('^0x2$'), typed('^0x[3-9]$')] }, []],
    [
      typed('^0x2$'),
      { oneOf: [typed('^0x1$'), typed('^0x2$', { v: whole })] },
      ['type at .v (/properties/v -> /oneOf/1/properties/v/type): strings'],
    ],
    // A text may match both patterns.
    [
      typed('^0x2$'),
      { oneOf: [typed('^0x[12]$'), typed('^0x2$')] },
      ['undecided at the value ( -> ): more than one member of `oneOf` may accept a value'],
    ],
    // A member that is not required may be absent.
    [
      object({ type: { ...text, pattern: '^a' } }),
      { oneOf: [object({ type: { ...text, pattern: '^a' } }), object({ type: { const: 'b' } })] },
      ['undecided at the value ( -> ): more than one member of `oneOf` may accept a value'],
    ],
    [hash, { oneOf: [hash, tag] }, []],
    [tag, { oneOf: [hash, tag] }, []],
    [
      hash,
      { oneOf: [hash, { enum: ['latest', '0xabcd'] }] },
      ['undecided at the value ( -> ): more than one member of `oneOf` may accept a value'],
    ],
    [byHash, { oneOf: [byRange, byHash] }, []],
    [byRange, { oneOf: [byRange, byHash] }, []],
    [
      byHash,
      { oneOf: [{ ...byRange, not: { required: ['hash', 'from'] } }, byHash] },
      ['undecided at the value ( -> ): more than one member of `oneOf` may accept a value'],
    ],
    [
      typed('^0x2$'),
      { anyOf: [typed('^0x2$', { v: whole }), typed('^(?=0x)')] },
      [
        'undecided at .type (/properties/type -> /anyOf/1/properties/type/pattern): the patterns "^0x2$" and "^(?=0x)" differ',
      ],
    ],
    // Both lists may be empty.
    [list(typed('^a')), { anyOf: [list(hash), list(typed('^a'))] }, []],
    [
      list(typed('^a')),
      { anyOf: [list(hash), list(typed('^a', { v: whole }))] },
      ['type at [].v (/items/properties/v -> /anyOf/1/items/properties/v/type): strings'],
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});

describe('conditions', () => {
  test.each<Comparison>([
    [text, { not: whole }, []],
    [text, { not: text }, ['undecided at the value ( -> /not): `not` differs']],
    [text, { not: { minLength: 2 } }, ['undecided at the value ( -> /not): `not` differs']],
    [
      { not: { const: 'a' }, type: 'string' },
      { not: { const: 'a' }, type: 'string', minLength: 0 },
      [],
    ],
    [{ ...text, maxLength: 1 }, { not: { ...text, minLength: 2 } }, []],
    [
      text,
      { if: { minLength: 1 }, else: { maxLength: 2 } },
      ['undecided at the value ( -> /if): `if` differs'],
    ],
    [
      { ...text, if: { minLength: 1 }, else: { maxLength: 2 } },
      { ...text, if: { minLength: 1 }, else: { maxLength: 2 }, maxLength: 9 },
      ['constraint at the value ( -> /maxLength): strings of more than 9 characters'],
    ],
    [
      { ...text, if: { minLength: 1 }, else: { maxLength: 2 } },
      { ...text, if: { minLength: 1 }, else: { maxLength: 3 } },
      ['undecided at the value ( -> /if): `if` differs'],
    ],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
