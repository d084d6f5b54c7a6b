import { beforeAll, describe, expect, test } from 'vitest';
import {
  explain,
  type Explanation,
  loadOracle,
  oracleVerdict,
  type Verdict,
  verdictOf,
} from '../../../test/oracle.js';

type Schema = Readonly<Record<string, unknown>>;

const object = (properties: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const kind = (name: string): Schema => object({ kind: { const: name } }, { required: ['kind'] });

const agreed: readonly (readonly [Schema, Schema, Verdict])[] = [
  [whole, { type: 'number' }, 'contained'],
  [{ type: 'number' }, whole, 'not contained'],
  [text, { type: ['string', 'null'] }, 'contained'],
  [{ type: ['string', 'null'] }, text, 'not contained'],
  [text, {}, 'contained'],
  [{}, text, 'not contained'],
  [{ enum: ['a'] }, { enum: ['a', 'b'] }, 'contained'],
  [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'not contained'],
  [{ enum: ['a', 'b'] }, text, 'contained'],
  [{ enum: ['a', 1] }, text, 'not contained'],
  [{ const: 3 }, { type: 'integer', minimum: 2 }, 'contained'],
  [{ const: 1 }, { type: 'integer', minimum: 2 }, 'not contained'],
  [{ ...whole, minimum: 3 }, { ...whole, minimum: 2 }, 'contained'],
  [{ ...whole, minimum: 1 }, { ...whole, minimum: 2 }, 'not contained'],
  [{ ...whole, exclusiveMinimum: 0 }, { ...whole, minimum: 1 }, 'contained'],
  [{ type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 1 }, 'not contained'],
  [{ ...whole, multipleOf: 4 }, { ...whole, multipleOf: 2 }, 'contained'],
  [{ ...whole, multipleOf: 3 }, { ...whole, multipleOf: 2 }, 'not contained'],
  [{ ...text, minLength: 2, maxLength: 3 }, { ...text, maxLength: 4 }, 'contained'],
  [{ ...text, maxLength: 4 }, { ...text, maxLength: 3 }, 'not contained'],
  [{ ...text, pattern: '^a' }, text, 'contained'],
  [text, { ...text, pattern: '^a' }, 'not contained'],
  [{ type: 'array', items: whole }, { type: 'array', items: { type: 'number' } }, 'contained'],
  [{ type: 'array' }, { type: 'array', items: whole }, 'not contained'],
  [{ type: 'array', minItems: 2 }, { type: 'array', minItems: 1 }, 'contained'],
  [{ type: 'array', maxItems: 2 }, { type: 'array', maxItems: 1 }, 'not contained'],
  [object({ a: text }, { required: ['a'] }), object({ a: text }), 'contained'],
  [object({ a: text }), object({ a: text }, { required: ['a'] }), 'not contained'],
  [object({ a: text }, { additionalProperties: false }), object({ a: text }), 'contained'],
  [object({ a: text }), object({ a: text }, { additionalProperties: false }), 'not contained'],
  [text, { anyOf: [text, whole] }, 'contained'],
  [{ anyOf: [text, whole] }, text, 'not contained'],
  [{ anyOf: [whole, text] }, { anyOf: [text, { type: 'number' }] }, 'contained'],
  [{ allOf: [text, { minLength: 2 }] }, { ...text, minLength: 1 }, 'contained'],
  [kind('a'), { anyOf: [kind('a'), kind('b')] }, 'contained'],
  [kind('a'), { oneOf: [kind('a'), kind('b')] }, 'contained'],
  [kind('c'), { anyOf: [kind('a'), kind('b')] }, 'not contained'],
];

const impossible = { type: ['string', 'null'], minLength: 4, maxLength: 1 };

const disagreed: readonly (readonly [Explanation, Schema, Schema, Verdict])[] = [
  ['undeclared members', object({ a: text }), object({ a: text, b: text }), 'contained'],
  ['undecided', { not: text }, { not: { ...text, minLength: 1 } }, 'undecided'],
  ['undecided', { ...text, pattern: '^a' }, { ...text, pattern: '^(?=ab?)' }, 'undecided'],
  ['undecided', text, { if: text }, 'undecided'],
  ['format', text, { ...text, format: 'email' }, 'not contained'],
  ['this package is stricter', impossible, { ...impossible, maxLength: 0 }, 'not contained'],
  [
    'jsoncompat is stricter',
    { allOf: [object({ a: text }), { required: ['a'] }] },
    object({ a: text }, { required: ['a'] }),
    'contained',
  ],
];

beforeAll(loadOracle);

describe('containment and jsoncompat', () => {
  test.each(agreed)('agree on %j in %j: %s', (inner, outer, verdict) => {
    expect([verdictOf(inner, outer), oracleVerdict(inner, outer)]).toEqual([verdict, verdict]);
  });

  test.each(disagreed)('disagree (%s) on %j in %j', (explanation, inner, outer, verdict) => {
    expect(verdictOf(inner, outer)).toBe(verdict);
    expect(oracleVerdict(inner, outer)).not.toBe(verdict);
    expect(explain(inner, outer, verdict)).toBe(explanation);
  });
});
