import { describe, expect, test } from 'vitest';
import { type Comparison, mismatchesOf, number, text, whole } from '../../../test/mismatches.js';

describe('numbers', () => {
  test.each<Comparison>([
    [
      { ...number, minimum: 1 },
      { ...number, minimum: 2 },
      ['constraint at the value ( -> /minimum): numbers below 2'],
    ],
    [{ ...number, minimum: 2 }, { ...number, minimum: 2 }, []],
    [
      { ...number, minimum: 1 },
      { ...number, exclusiveMinimum: 1 },
      ['constraint at the value ( -> /exclusiveMinimum): numbers not above 1'],
    ],
    [{ ...number, exclusiveMinimum: 1 }, { ...number, minimum: 1 }, []],
    [
      { ...number, maximum: 3 },
      { ...number, maximum: 2 },
      ['constraint at the value ( -> /maximum): numbers above 2'],
    ],
    [
      { ...number, maximum: 2 },
      { ...number, exclusiveMaximum: 2 },
      ['constraint at the value ( -> /exclusiveMaximum): numbers not below 2'],
    ],
    [{ ...number, exclusiveMaximum: 2 }, { ...number, maximum: 2 }, []],
    [{ ...number, exclusiveMaximum: 2 }, { ...number, exclusiveMaximum: 2 }, []],
    [{ ...number, exclusiveMinimum: 2 }, { ...number, exclusiveMinimum: 2 }, []],
    [
      number,
      { ...number, minimum: 0, maximum: 9 },
      [
        'constraint at the value ( -> /minimum): numbers below 0',
        'constraint at the value ( -> /maximum): numbers above 9',
      ],
    ],
    [
      whole,
      { ...whole, exclusiveMinimum: 0 },
      ['constraint at the value ( -> /exclusiveMinimum): numbers below 1'],
    ],
    [
      whole,
      { ...whole, exclusiveMaximum: 9 },
      ['constraint at the value ( -> /exclusiveMaximum): numbers above 8'],
    ],
    [{ ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }, []],
    [{ ...whole, maximum: 8 }, { ...whole, exclusiveMaximum: 9 }, []],
    [{ ...whole, minimum: 0.5 }, { ...whole, minimum: 1 }, []],
    [{ ...whole, maximum: 1.5 }, { ...whole, maximum: 1 }, []],
    [{ ...whole, exclusiveMinimum: 0.5 }, { ...whole, minimum: 1 }, []],
    [{ ...whole, exclusiveMaximum: 1.5 }, { ...whole, maximum: 1 }, []],
    [{ ...number, minimum: 5 }, { ...number, exclusiveMinimum: 0 }, []],
    [{ ...number, maximum: 5 }, { ...number, exclusiveMaximum: 9 }, []],
    [{ ...number, minimum: 1, exclusiveMinimum: 0 }, { ...number, minimum: 1 }, []],
    [{ ...number, minimum: 0, exclusiveMinimum: 1 }, { ...number, exclusiveMinimum: 1 }, []],
    [
      { ...number, maximum: 1, exclusiveMaximum: 2 },
      { ...number, exclusiveMaximum: 1 },
      ['constraint at the value ( -> /exclusiveMaximum): numbers not below 1'],
    ],
    [
      number,
      { ...number, exclusiveMinimum: true, minimum: 1 },
      [
        'undecided at the value ( -> ): an exclusive bound is a boolean, as in draft-04',
        'constraint at the value ( -> /minimum): numbers below 1',
      ],
    ],
    [
      number,
      { ...number, exclusiveMaximum: true, maximum: 1 },
      [
        'undecided at the value ( -> ): an exclusive bound is a boolean, as in draft-04',
        'constraint at the value ( -> /maximum): numbers above 1',
      ],
    ],
    [text, { minimum: 3, maximum: 2, multipleOf: 2 }, []],
    [
      { type: ['string', 'integer'] },
      { minimum: 3 },
      ['constraint at the value ( -> /minimum): numbers below 3'],
    ],
    [
      number,
      { ...number, multipleOf: 1 },
      ['constraint at the value ( -> /multipleOf): numbers that are not multiples of 1'],
    ],
    [whole, { ...number, multipleOf: 1 }, []],
    [
      whole,
      { ...whole, multipleOf: 2 },
      ['constraint at the value ( -> /multipleOf): numbers that are not multiples of 2'],
    ],
    [{ ...whole, multipleOf: 6 }, { ...whole, multipleOf: 3 }, []],
    [
      { ...whole, multipleOf: 3 },
      { ...whole, multipleOf: 6 },
      ['constraint at the value ( -> /multipleOf): numbers that are not multiples of 6'],
    ],
    [{ ...number, multipleOf: 0.3 }, { ...number, multipleOf: 0.1 }, []],
    [
      { ...number, multipleOf: 0.25 },
      { ...number, multipleOf: 0.1 },
      ['constraint at the value ( -> /multipleOf): numbers that are not multiples of 0.1'],
    ],
    [{ ...number, multipleOf: 1e-7 }, { ...number, multipleOf: 1e-8 }, []],
    [
      { ...number, multipleOf: 1e-8 },
      { ...number, multipleOf: 1e-7 },
      ['constraint at the value ( -> /multipleOf): numbers that are not multiples of 1e-7'],
    ],
    [{ ...number, multipleOf: 1e22 }, { ...number, multipleOf: 10 }, []],
    [
      { ...number, multipleOf: 2 },
      { ...number, multipleOf: 0 },
      ['constraint at the value ( -> /multipleOf): numbers that are not multiples of 0'],
    ],
    [
      { allOf: [{ ...number, multipleOf: 2 }, { multipleOf: 5 }] },
      { ...number, multipleOf: 5 },
      [],
    ],
    [whole, { ...whole, multipleOf: 'x' }, []],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});

describe('strings', () => {
  test.each<Comparison>([
    [
      { ...text, minLength: 1 },
      { ...text, minLength: 2 },
      ['constraint at the value ( -> /minLength): strings of fewer than 2 characters'],
    ],
    [{ ...text, minLength: 2 }, { ...text, minLength: 2 }, []],
    [text, { ...text, minLength: 1 }, ['constraint at the value ( -> /minLength): empty strings']],
    [
      text,
      { ...text, maxLength: 1 },
      ['constraint at the value ( -> /maxLength): strings of more than 1 character'],
    ],
    [
      { ...text, maxLength: 3 },
      { ...text, maxLength: 2 },
      ['constraint at the value ( -> /maxLength): strings of more than 2 characters'],
    ],
    [{ ...text, maxLength: 2 }, { ...text, maxLength: 2 }, []],
    [{ allOf: [{ ...text, maxLength: 3 }, { maxLength: 2 }] }, { ...text, maxLength: 2 }, []],
    [{ allOf: [{ ...text, minLength: 3 }, { minLength: 2 }] }, { ...text, minLength: 3 }, []],
    [
      text,
      { ...text, pattern: '^a' },
      ['constraint at the value ( -> /pattern): strings that do not match "^a"'],
    ],
    [{ ...text, pattern: '^a' }, { ...text, pattern: '^a' }, []],
    [{ ...text, pattern: '^ab' }, { ...text, pattern: '^a' }, []],
    [
      { ...text, pattern: '^a' },
      { ...text, pattern: '^ab' },
      ['constraint at the value ( -> /pattern): strings that do not match "^ab", such as "a"'],
    ],
    [
      { ...text, pattern: '^a' },
      { ...text, pattern: '^(?=ab)' },
      ['undecided at the value ( -> /pattern): the patterns "^a" and "^(?=ab)" differ'],
    ],
    [
      { ...text, pattern: '^a' },
      { ...text, pattern: '[' },
      ['undecided at the value ( -> /pattern): the patterns "^a" and "[" differ'],
    ],
    [text, { ...text, pattern: '.*' }, []],
    [
      text,
      { ...text, pattern: '[' },
      ['constraint at the value ( -> /pattern): strings that do not match "["'],
    ],
    [{ type: ['string', 'null'], pattern: '^ab' }, { pattern: '^a' }, []],
    // All patterns of the inner schema apply.
    [
      { allOf: [{ ...text, pattern: '^a' }, { pattern: '^ab' }] },
      { ...text, pattern: '^a', minLength: 1 },
      [],
    ],
    [
      { allOf: [{ ...text, pattern: '^a' }, { pattern: 'b$' }] },
      { ...text, pattern: '^a[^]*b$' },
      [],
    ],
    [
      { allOf: [{ ...text, pattern: '^a' }, { pattern: '^ab' }] },
      { ...text, pattern: '^abc' },
      ['constraint at the value ( -> /pattern): strings that do not match "^abc", such as "ab"'],
    ],
    [
      { allOf: [{ ...text, pattern: '^a' }, { pattern: '^(?=abc)' }] },
      { ...text, pattern: '^ab' },
      ['undecided at the value ( -> /pattern): the patterns "^a" and "^(?=abc)" and "^ab" differ'],
    ],
    [{ allOf: [{ ...text, pattern: '^a' }, { pattern: '^b' }] }, { ...text, pattern: '^c' }, []],
    // Lengths and patterns limit each other.
    [{ ...text, pattern: '^a*$', maxLength: 3 }, { ...text, pattern: '^a{0,3}$' }, []],
    [
      { ...text, pattern: '^a*$', maxLength: 4 },
      { ...text, pattern: '^a{0,3}$' },
      [
        'constraint at the value ( -> /pattern): strings that do not match "^a{0,3}$", such as "aaaa"',
      ],
    ],
    [{ ...text, maxLength: 3 }, { ...text, pattern: '^[^]{0,3}$' }, []],
    [{ ...text, pattern: '^a{2,3}$' }, { ...text, minLength: 2, maxLength: 3 }, []],
    [
      { ...text, pattern: '^a{2,3}$' },
      { ...text, minLength: 3, maxLength: 3 },
      ['constraint at the value ( -> /minLength): strings of fewer than 3 characters'],
    ],
    // Other keywords may exclude the strings that do not match.
    [
      { ...text, pattern: '^a', format: 'email' },
      { ...text, pattern: '^ab' },
      ['undecided at the value ( -> /pattern): the patterns "^a" and "^ab" differ'],
    ],
    [
      { ...text, pattern: '^a', not: { maxLength: 1 } },
      { ...text, pattern: '^ab' },
      ['undecided at the value ( -> /pattern): the patterns "^a" and "^ab" differ'],
    ],
    [
      { ...text, pattern: '^a', not: { minLength: 2 } },
      { ...text, pattern: '^ab' },
      ['constraint at the value ( -> /pattern): strings that do not match "^ab", such as "a"'],
    ],
    [
      { ...text, pattern: '^a', format: 'email' },
      { ...text, maxLength: 9 },
      ['constraint at the value ( -> /maxLength): strings of more than 9 characters'],
    ],
    [
      text,
      { ...text, format: 'email' },
      ['constraint at the value ( -> /format): strings that are not of the format "email"'],
    ],
    [
      { ...text, format: 'email' },
      { ...text, format: 'email', maxLength: 9 },
      ['constraint at the value ( -> /maxLength): strings of more than 9 characters'],
    ],
    [
      { ...text, format: 'email' },
      { ...text, format: 'uri' },
      ['constraint at the value ( -> /format): strings that are not of the format "uri"'],
    ],
    [{ allOf: [{ ...text, format: 'email' }, { minLength: 1 }] }, { format: 'email' }, []],
    [whole, { minLength: 3, maxLength: 1, pattern: '^a', format: 'email' }, []],
  ])('%j in %j: %j', (inner, outer, found, dialect) => {
    expect(mismatchesOf(inner, outer, dialect)).toEqual(found);
  });
});
