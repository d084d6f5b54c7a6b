import { readFile } from 'node:fs/promises';
import init, { check_compat as checkCompat } from 'jsoncompat';
import { beforeAll, describe, expect, test } from 'vitest';
import { containmentMismatches } from './contain.js';
import { SchemaDocument } from './located-schema.js';
import { breaking } from './mismatch.js';

/** Whether the first schema is contained in the second. */
type Verdict = 'contained' | 'not contained' | 'undecided';

const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});
const text = { type: 'string' };
const whole = { type: 'integer' };
const kind = (name: string): object => object({ kind: { const: name } }, { required: ['kind'] });

const agreed: readonly (readonly [object, object, Verdict])[] = [
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

const disagreed: readonly (readonly [reason: string, object, object, Verdict])[] = [
  [
    'jsoncompat takes a member that is not declared to have any value, and this package takes it to be absent',
    object({ a: text }),
    object({ a: text, b: text }),
    'contained',
  ],
  ['jsoncompat has two verdicts', { not: text }, { not: { ...text, minLength: 1 } }, 'undecided'],
];

beforeAll(async () => {
  const path = new URL(import.meta.resolve('jsoncompat/jsoncompat_wasm_bg.wasm'));
  await init({ module_or_path: await readFile(path) });
});

function verdictOf(inner: object, outer: object): Verdict {
  const [one, other] = [inner, outer].map((schema) =>
    new SchemaDocument({ schema }).schemaAt('/schema'),
  );
  if (one === undefined || other === undefined) throw new Error('two schemas are needed');
  const found = breaking(containmentMismatches(one, other));
  if (found.length === 0) return 'contained';
  return found.every((mismatch) => mismatch.kind === 'undecided') ? 'undecided' : 'not contained';
}

function oracle(inner: object, outer: object): Verdict {
  const isContained = checkCompat(JSON.stringify(outer), JSON.stringify(inner), 'serializer');
  return isContained ? 'contained' : 'not contained';
}

describe('containment and jsoncompat', () => {
  test.each(agreed)('agree on %j in %j: %s', (inner, outer, verdict) => {
    expect([verdictOf(inner, outer), oracle(inner, outer)]).toEqual([verdict, verdict]);
  });

  test.each(disagreed)('disagree, as %s: %j in %j', (_, inner, outer, verdict) => {
    expect(verdictOf(inner, outer)).toBe(verdict);
    expect(oracle(inner, outer)).not.toBe(verdict);
  });
});
