import { describe, expect, test } from 'vitest';
import { type Comparison, list, mismatchesOf, text, whole } from '../../../test/mismatches.js';

describe('arrays', () => {
  test.each<Comparison>([
    [
      list(text),
      list(text, { minItems: 1 }),
      ['constraint at the value ( -> /minItems): empty arrays'],
    ],
    [
      list(text),
      list(text, { minItems: 2 }),
      ['constraint at the value ( -> /minItems): arrays of fewer than 2 elements'],
    ],
    [
      list(text),
      list(text, { maxItems: 1 }),
      ['constraint at the value ( -> /maxItems): arrays of more than 1 element'],
    ],
    [
      list(text),
      list(text, { maxItems: 2 }),
      ['constraint at the value ( -> /maxItems): arrays of more than 2 elements'],
    ],
    [
      list(text),
      list(text, { uniqueItems: true }),
      ['constraint at the value ( -> /uniqueItems): arrays with equal elements'],
    ],
    [
      list(text, { uniqueItems: true }),
      list(text, { uniqueItems: true, maxItems: 2 }),
      ['constraint at the value ( -> /maxItems): arrays of more than 2 elements'],
    ],
    [list(text, { maxItems: 1 }), list(text, { uniqueItems: true }), []],
    [
      list(text, { maxItems: 2 }),
      list(text, { uniqueItems: true }),
      ['constraint at the value ( -> /uniqueItems): arrays with equal elements'],
    ],
    [list(text), list(text, { uniqueItems: false }), []],
    [
      { allOf: [list(text, { uniqueItems: true }), { minItems: 1 }] },
      list(text, { uniqueItems: true }),
      [],
    ],
    [
      list(text),
      list(text, { contains: { const: 'a' } }),
      ['undecided at the value ( -> /contains): `contains` differs'],
    ],
    [
      list(text, { contains: text }),
      list(text, { contains: text, minItems: 1 }),
      ['constraint at the value ( -> /minItems): empty arrays'],
    ],
    [
      list(text, { contains: text, minContains: 1 }),
      list(text, { contains: text, minContains: 2 }),
      ['undecided at the value ( -> /contains): `contains` differs'],
    ],
    [
      list(text),
      list(text, { unevaluatedItems: false }),
      ["undecided at the value ( -> /unevaluatedItems): `unevaluatedItems` can't be compared"],
    ],
    [list(text), list(text, { unevaluatedItems: true }), []],
    [list(whole), list(text), ['type at [] (/items -> /items/type): integers']],
    [list(whole, { maxItems: 0 }), list(text), []],
    [
      { type: 'array' },
      list(text),
      ['type at [] ( -> /items/type): arrays or booleans or null or numbers or objects'],
    ],
    [{ type: 'array' }, { type: 'array' }, []],
    [list(text), { type: 'array' }, []],
    [
      text,
      list(text, { minItems: 2, uniqueItems: true, contains: text }),
      ['type at the value ( -> /type): strings'],
    ],
    [
      { type: 'array', prefixItems: [text, whole] },
      { type: 'array', prefixItems: [text, text] },
      ['type at [1] (/prefixItems/1 -> /prefixItems/1/type): integers'],
      'draft-2020-12',
    ],
    [
      { type: 'array', prefixItems: [text, whole], maxItems: 1 },
      { type: 'array', prefixItems: [text, text] },
      [],
      'draft-2020-12',
    ],
    [
      list(text, { prefixItems: [text, whole] }),
      list(whole, { prefixItems: [text, whole] }),
      ['type at [] (/items -> /items/type): strings'],
      'draft-2020-12',
    ],
    [
      { type: 'array', prefixItems: [text] },
      list(text),
      ['type at [] ( -> /items/type): arrays or booleans or null or numbers or objects'],
      'draft-2020-12',
    ],
    [
      list(text),
      { type: 'array', prefixItems: [text, whole] },
      ['type at [1] (/items -> /prefixItems/1/type): strings'],
      'draft-2020-12',
    ],
    [list(text), { type: 'array', prefixItems: [whole] }, [], 'draft-07'],
    [
      { type: 'array', items: [text, whole] },
      { type: 'array', items: [text, text] },
      ['type at [1] (/items/1 -> /items/1/type): integers'],
      'draft-07',
    ],
    [
      { type: 'array', items: [text], additionalItems: false },
      { type: 'array', items: [text], additionalItems: text },
      [],
      'draft-07',
    ],
    [
      list(list(whole)),
      list(list(text)),
      ['type at [][] (/items/items -> /items/items/type): integers'],
    ],
    [{ allOf: [list(text), { items: { maxLength: 2 } }] }, list({ ...text, maxLength: 2 }), []],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
