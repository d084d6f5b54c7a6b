import { describe, expect, test } from 'vitest';
import { containmentMismatches } from './containment.js';
import { SchemaDocument } from '../../document/schema-document.js';
import type { SchemaDialect } from '../../document/json-schema.js';
import { breaking, type Mismatch } from './mismatch.js';

type Schema = boolean | Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: object, more: object = {}): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties,
  ...more,
});

/** Compares two documents with a member `schema`. */
function mismatchesOf(old: object, next: object, dialect?: SchemaDialect): readonly Mismatch[] {
  const [inner, outer] = [old, next].map((document) =>
    new SchemaDocument(document, { dialect }).schemaAt('/schema'),
  );
  if (inner === undefined || outer === undefined) throw new Error('two documents are needed');
  return breaking(containmentMismatches(inner, outer));
}

function kindsOf(...documents: Parameters<typeof mismatchesOf>): readonly string[] {
  return mismatchesOf(...documents).map(({ kind }) => kind);
}

const compare = (inner: Schema, outer: Schema, dialect?: SchemaDialect): readonly string[] =>
  kindsOf({ schema: inner }, { schema: outer }, dialect);

describe('a member that a schema does not declare', () => {
  test.each<[Schema, Schema, readonly string[]]>([
    // It has any value if it is required, or if the schema declares no members.
    [{ type: 'object', required: ['a'] }, object({ a: text }), ['type']],
    [object({ b: text }, { required: ['a'] }), object({ a: text }), ['type']],
    [{ type: 'object' }, object({ a: text }), ['type']],
    [true, { properties: { a: text } }, ['type']],
    [{ type: 'object' }, { type: 'object', patternProperties: { '^a': text } }, ['type']],
    [{ type: 'object' }, { type: 'object', propertyNames: { maxLength: 1 } }, ['undecided']],
    [{ required: ['a'] }, { propertyNames: { enum: ['b'] } }, ['member']],
    [
      object({}, { propertyNames: { enum: ['a'] } }),
      object({}, { propertyNames: { minLength: 2 } }),
      ['member'],
    ],
    // It may be present under a condition.
    [
      object({ a: text }, { if: { required: ['a'] }, else: { properties: { b: text } } }),
      object({ a: text, b: whole }),
      ['type'],
    ],
    [object({ a: text }, { dependentRequired: { a: ['b'] } }), object({ b: whole }), ['type']],
    [
      object({ a: text }, { else: { additionalProperties: text }, if: true }),
      object({ c: whole }),
      ['type'],
    ],
    // Otherwise it is absent.
    [object({ a: text }), object({ a: text, b: whole }), []],
    [object({}), object({ b: whole }), []],
    [object({ a: text }, { additionalProperties: false }), object({ b: whole }), []],
  ])('%j in %j: %j', (inner, outer, kinds) => {
    expect(compare(inner, outer, 'draft-2020-12')).toEqual(kinds);
  });
});

describe('keywords that are compared as text', () => {
  test.each<object>([
    { dependentRequired: { a: ['b'] } },
    { dependentSchemas: { a: { required: ['b'] } } },
    { contains: text, minContains: 2 },
    { propertyNames: { pattern: '^[a-z]+$' } },
    { if: { required: ['a'] }, else: { required: ['b'] } },
    { not: { required: ['a', 'b'] } },
  ])('%j does not hide that the schema beside it was widened', (keywords) => {
    const closed = { properties: { a: text, b: { ...text, maxLength: 3 } }, ...keywords };
    const widened = { properties: { a: text, b: { ...text, maxLength: 4 } }, ...keywords };
    expect(compare(closed, widened, 'draft-2020-12')).toEqual([]);
    expect(compare(widened, closed, 'draft-2020-12')).toEqual(['constraint']);
  });
});

describe('a reference', () => {
  const refersTo = (target: Schema, ref: object, more: object = {}): object => ({
    schema: ref,
    definitions: { target },
    ...more,
  });

  test.each<[string, object, (target: object) => object]>([
    ['a pointer', { $ref: '#/definitions/target' }, (target) => target],
    ['an anchor', { $ref: '#there' }, (target) => ({ $anchor: 'there', ...target })],
    ['an anchor of draft-07', { $ref: '#there' }, (target) => ({ $id: '#there', ...target })],
    [
      'the $id of a schema',
      { $ref: 'https://example.org/a' },
      (target) => ({ $id: 'https://example.org/a', ...target }),
    ],
    ['a relative $id', { $ref: 'there.json' }, (target) => ({ $id: 'there.json', ...target })],
    [
      'a dynamic anchor',
      { $dynamicRef: '#there' },
      (target) => ({ $dynamicAnchor: 'there', ...target }),
    ],
    [
      'an encoded pointer',
      { $ref: '#/definitions/target/properties/a~1b%25' },
      (target) => object({ 'a/b%': target }),
    ],
  ])('to %s leads to its target, also beside other keywords', (_, ref, declare) => {
    const old = refersTo(declare(text) as Schema, ref);
    const next = refersTo(declare({ ...text, maxLength: 3 }) as Schema, ref);
    expect(kindsOf(old, old)).toEqual([]);
    expect(kindsOf(next, old)).toEqual([]);
    expect(kindsOf(old, next)).toEqual(['constraint']);
    const [both, bothNext] = [old, next].map((document) => ({
      ...document,
      schema: { ...ref, minLength: 1 },
    }));
    expect(kindsOf(both ?? {}, bothNext ?? {}, 'draft-2020-12')).toEqual(['constraint']);
  });

  test('is undecided if its target is missing, ambiguous or relative to an unknown address', () => {
    const twice = { $defs: { a: { $anchor: 'x', ...text }, b: { $anchor: 'x', ...whole } } };
    for (const document of [
      { schema: { $ref: '#/nowhere' } },
      { schema: { $ref: './other.json#/a' } },
      { schema: { $ref: '#x' }, ...twice },
      { schema: { $recursiveRef: '#/nowhere' } },
      { schema: { $ref: '#' }, methods: [] },
    ]) {
      expect(kindsOf(document, document)).toEqual(['undecided']);
    }
  });

  test('to the same address outside of the document has the same target', () => {
    const document = { schema: { $ref: 'https://example.org/other.json' } };
    expect(kindsOf(document, document)).toEqual([]);
  });

  test('below an $id is relative to it if it has a target there', () => {
    const inside = {
      $id: 'https://example.org/a',
      definitions: { x: whole },
      $ref: '#/definitions/x',
    };
    const nested = (x: object): object => ({
      schema: { allOf: [{ ...inside, definitions: { x } }] },
    });
    expect(kindsOf(nested(whole), nested(text), 'draft-2020-12')).toEqual(['type']);
    const outside = (x: object): object => ({
      schema: { $id: 'https://example.org/a', allOf: [{ $ref: '#/definitions/x' }] },
      definitions: { x },
    });
    expect(kindsOf(outside(whole), outside(text))).toEqual(['type']);
  });

  test('of draft-07 leaves the keywords beside it undecided where they would reject values', () => {
    const beside = (more: object): object => ({
      schema: { $ref: '#/definitions/x', ...more },
      definitions: { x: text },
    });
    expect(kindsOf(beside({}), beside({ maxLength: 3 }))).toEqual(['undecided']);
    expect(kindsOf(beside({ maxLength: 3 }), beside({}))).toEqual([]);
    expect(kindsOf(beside({ maxLength: 3 }), beside({ maxLength: 3 }))).toEqual([]);
    expect(kindsOf(beside({}), beside({ description: 'A name' }))).toEqual([]);
  });
});

describe('an exclusive bound at the same number', () => {
  test.each<[Schema, Schema]>([
    [
      { type: 'number', minimum: 0 },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    [
      { type: 'integer', minimum: 0 },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    [
      { type: 'number', maximum: 9 },
      { type: 'number', exclusiveMaximum: 9 },
    ],
    [
      { type: 'integer', maximum: 9 },
      { type: 'integer', exclusiveMaximum: 9 },
    ],
  ])('of %j is narrower in %j', (inclusive, exclusive) => {
    expect(compare(inclusive, exclusive)).toEqual(['constraint']);
    expect(compare(exclusive, inclusive)).toEqual([]);
  });
});

describe('a tuple', () => {
  test('is compared in the elements that it lists and in those behind them', () => {
    const tuple = (first: Schema, rest: Schema): Schema => ({
      type: 'array',
      items: [first],
      additionalItems: rest,
    });
    expect(compare(tuple(text, whole), tuple(text, { ...whole, maximum: 5 }))).toEqual([
      'constraint',
    ]);
    expect(compare(tuple(text, whole), tuple(text, false))).toEqual(['type']);
    expect(compare(tuple(text, whole), tuple({ ...text, maxLength: 1 }, whole))).toEqual([
      'constraint',
    ]);
    expect(compare({ type: 'array', items: whole }, tuple(whole, text))).toEqual(['type']);
    expect(compare(tuple(whole, text), { type: 'array', items: whole })).toEqual(['type']);
  });
});

describe('an object with patternProperties', () => {
  const patterned = object(
    { a: text },
    { patternProperties: { '^x-': text }, additionalProperties: false },
  );

  test('may have more members than those that it names', () => {
    const few = object({ a: text }, { maxProperties: 1 });
    expect(compare(patterned, few)).toEqual(['constraint']);
    expect(compare(object({ a: text }, { additionalProperties: false }), few)).toEqual([]);
  });

  test('is wider than an object without them', () => {
    const closed = object({ a: text }, { additionalProperties: false });
    expect(compare(closed, patterned)).toEqual([]);
    expect(compare(patterned, closed)).toEqual(['type']);
  });
});

describe('a pattern that takes too long', () => {
  const hostile = '^(a+)+$';
  const long = `${'a'.repeat(40)}!`;

  test.each<[string, Schema, Schema]>([
    ['of a value', { enum: [long] }, { type: 'string', pattern: hostile }],
    ['of a name', { required: [long] }, { propertyNames: { pattern: hostile } }],
    [
      'of members',
      object({ [long]: text }, { additionalProperties: false }),
      { patternProperties: { [hostile]: whole } },
    ],
  ])('%s is undecided after a second', (_, inner, outer) => {
    const started = performance.now();
    for (let times = 0; times < 5; times++) expect(compare(inner, outer)).toEqual(['undecided']);
    // The pattern is not evaluated again.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('leaves the verdict on values before it, and says that there may be more', () => {
    const old = { schema: { enum: ['b', long] } };
    const next = { schema: { type: 'string', pattern: hostile } };
    expect(mismatchesOf(old, next)).toMatchObject([
      { kind: 'enum', detail: '"b" and perhaps more' },
    ]);
  });
});

test('a large enumeration is compared in less than ten seconds', () => {
  const values = Array.from({ length: 40_000 }, (_, index) => `value-${index}`);
  const shuffled = [...values.toReversed(), 'other'];
  const started = performance.now();
  expect(compare({ enum: values }, { enum: shuffled })).toEqual([]);
  expect(compare({ enum: shuffled }, { enum: values })).toEqual(['enum']);
  const described = object({ a: { $ref: '#/definitions/values' } });
  expect(
    kindsOf(
      { schema: described, definitions: { values: { enum: shuffled } } },
      { schema: described, definitions: { values: { enum: values } } },
    ),
  ).toEqual(['enum']);
  expect(performance.now() - started).toBeLessThan(10_000);
});

describe('a schema that is invalid', () => {
  test.each<[string, unknown, unknown]>([
    ['an unknown type', { type: 'any' }, text],
    ['an unknown type', whole, { type: 'int' }],
    ['a schema that is text', object({ a: whole }), object({ a: 'integer' })],
    ['null', object({ a: whole }), object({ a: null })],
  ])('with %s contains nothing that could be decided', (_, inner, outer) => {
    const kinds = compare(inner as Schema, outer as Schema);
    expect(kinds.length).toBeGreaterThan(0);
  });
});

describe('a schema that is too large to compare', () => {
  const doubled = (keyword: string): object =>
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const ref = { $ref: `#/definitions/${index + 1}` };
        return [index, { [keyword]: [ref, ref] }];
      }),
    );

  test.each(['allOf', 'anyOf'])('is undecided for %s that doubles itself', (keyword) => {
    const document = (leaf: object): object => ({
      schema: { $ref: '#/definitions/0' },
      definitions: { ...doubled(keyword), 40: leaf },
    });
    expect(kindsOf(document(text), document({ ...text, maxLength: 3 }))).toEqual(['undecided']);
  });

  test('is undecided for a chain of references that overflows the stack', () => {
    const chain = Array.from({ length: 6_000 }, (_, index) => ({ $ref: `#/chain/${index + 1}` }));
    const document = (leaf: object): object => ({
      schema: { $ref: '#/chain/0' },
      chain: [...chain, leaf],
    });
    expect(kindsOf(document(text), document(whole))).toEqual(['undecided']);
  });

  test('is rejected if it is nested too deeply, or contains itself', () => {
    let deep: object = text;
    for (let depth = 0; depth < 500; depth++) deep = { items: deep };
    expect(() => new SchemaDocument({ schema: deep })).toThrow('nested deeper than 400 levels');
    const cyclic: Record<string, unknown> = { type: 'array' };
    cyclic['items'] = cyclic;
    expect(() => new SchemaDocument({ schema: cyclic })).toThrow('/schema/items contains itself');
    const shared = object({ a: text });
    expect(kindsOf({ schema: object({ a: shared, b: shared }) }, { schema: object({}) })).toEqual(
      [],
    );
  });
});
