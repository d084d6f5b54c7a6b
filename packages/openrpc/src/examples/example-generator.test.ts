import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../document/json-schema.js';
import { NO_EXAMPLE } from './container-examples.js';
import { ExampleGenerator } from './example-generator.js';

const definitions: Readonly<Record<string, JsonSchema>> = {
  '#/$defs/Node': {
    type: 'object',
    properties: {
      value: { type: 'number' },
      kids: { type: 'array', items: { $ref: '#/$defs/Node' } },
    },
    required: ['value', 'kids'],
  },
  '#/$defs/List': {
    anyOf: [
      { type: 'object', properties: { next: { $ref: '#/$defs/List' } }, required: ['next'] },
      { type: 'null' },
    ],
  },
  '#/$defs/Endless': {
    type: 'object',
    properties: { next: { $ref: '#/$defs/Endless' } },
    required: ['next'],
  },
  '#/$defs/Short': { type: 'string', maxLength: 3 },
};

function generate(schema: JsonSchema): unknown {
  const resolve = ({ $ref, ...own }: JsonSchema): JsonSchema =>
    (typeof $ref === 'string' ? definitions[$ref] : undefined) ?? own;
  return new ExampleGenerator({ resolve }).generate(schema);
}

const $defs = Object.fromEntries(
  Object.entries(definitions).map(([ref, schema]) => [ref.slice('#/$defs/'.length), schema]),
);

// One for all schemas, because each new Ajv compiles the schema of JSON Schema first.
const ajv = new Ajv2020({ strict: false, ownProperties: true });
addFormats.default(ajv);

function expectFit(schema: JsonSchema): void {
  const value = generate(schema);
  const isValid = ajv.validate({ ...schema, $defs }, value);
  expect({ schema, value, isValid, errors: ajv.errors }).toMatchObject({ isValid: true });
}

describe('ExampleGenerator', () => {
  test.each<[string, JsonSchema, unknown]>([
    ['a word for a string', { type: 'string' }, 'string'],
    ['1 for an integer, even with a lower minimum', { type: 'integer', minimum: -5 }, 1],
    [
      '1 for an integer with the safe bounds of its library',
      { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      1,
    ],
    ['true for a boolean', { type: 'boolean' }, true],
    ['the first value of an enum', { enum: ['b', 'a'] }, 'b'],
    ['the value of a constant', { const: 7 }, 7],
    ['a value other than null where possible', { type: ['null', 'string'] }, 'string'],
    ['the first possible option', { anyOf: [{ not: {} }, { type: 'null' }] }, null],
    ['the own example of the schema', { type: 'string', examples: ['2.1', '3.1'] }, '2.1'],
    ['the default of the schema', { type: 'string', default: 'EUR' }, 'EUR'],
    ['one element for an array', { type: 'array', items: { type: 'number' } }, [1]],
    [
      'required members, and optional ones with an example or default',
      {
        type: 'object',
        properties: {
          amount: { type: 'number' },
          note: { type: 'string' },
          limit: { type: 'integer', default: 50 },
        },
        required: ['amount'],
      },
      { amount: 1, limit: 50 },
    ],
    [
      'one member for a record',
      { type: 'object', additionalProperties: { type: 'number' } },
      { string: 1 },
    ],
    ['no children for a tree', { $ref: '#/$defs/Node' }, { value: 1, kids: [] }],
    ['null for the end of a linked list', { $ref: '#/$defs/List' }, null],
    ['nothing for an endless schema', { $ref: '#/$defs/Endless' }, NO_EXAMPLE],
  ])('generates %s', (_, schema, expected) => {
    expect(generate(schema)).toEqual(expected);
  });
});

describe('ExampleGenerator', () => {
  test.each<JsonSchema>([
    ...['date-time', 'date', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'].map(
      (format) => ({ type: 'string', format }),
    ),
    ...['uri-reference', 'uuid', 'json-pointer', 'relative-json-pointer', 'regex'].map(
      (format) => ({ type: 'string', format }),
    ),
    { type: 'string', minLength: 40, maxLength: 41 },
    { type: 'string', maxLength: 2 },
    { type: 'string', maxLength: 0 },
    { type: 'string', pattern: String.raw`^[1-9]\d{0,8}\.[1-9]\d{0,8}$` },
    { type: 'string', pattern: String.raw`^\P{C}*$`, minLength: 1, maxLength: 40 },
    { type: 'string', pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' },
    { type: 'string', pattern: String.raw`^(?=.*\d)[a-z\d]{8,}$` },
    { type: 'string', pattern: '^x', allOf: [{ pattern: 'y$' }, { minLength: 4 }] },
    { type: 'string', not: { const: 'string' } },
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    { type: 'number', maximum: -3.5 },
    { type: 'integer', exclusiveMaximum: -3 },
    { type: 'integer', multipleOf: 7, minimum: 8 },
    { type: 'integer', multipleOf: 0.5, minimum: 0.5 },
    { type: 'number', multipleOf: 0.25, exclusiveMinimum: 1 },
    { type: 'integer', not: { enum: [1, 2, 3] } },
    { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true, minItems: 2 },
    { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 5 },
    { type: 'array', items: { type: 'string', format: 'uuid' }, uniqueItems: true, minItems: 2 },
    {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      minItems: 2,
      items: false,
    },
    {
      type: 'object',
      propertyNames: { pattern: '^x_' },
      additionalProperties: { type: 'number' },
      minProperties: 3,
    },
    { type: 'object', properties: { a: { type: 'string' }, b: {} }, minProperties: 1 },
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
        {
          type: 'object',
          properties: { a: { minimum: 5 }, b: { $ref: '#/$defs/Short' } },
          required: ['b'],
        },
      ],
    },
    {
      allOf: [
        { anyOf: [{ type: 'string' }, { type: 'number' }] },
        { anyOf: [{ type: 'number' }, { type: 'null' }] },
      ],
    },
    { $ref: '#/$defs/Short', minLength: 2 },
    { type: 'array', items: { $ref: '#/$defs/Node' }, minItems: 3 },
    {
      oneOf: [
        { type: 'object', properties: { t: { const: 'a' } }, required: ['t'] },
        { type: 'null' },
      ],
    },
  ])('generates a value that fits %j', (schema) => {
    expectFit(schema);
  });

  test('generates a value that fits any schema', () => {
    fc.assert(fc.property(anySchema(), expectFit), { numRuns: 100 });
  });
});

describe('ExampleGenerator with a schema of a stranger', () => {
  const deep = (levels: number): JsonSchema => {
    let schema: JsonSchema = { type: 'string' };
    for (let level = 0; level < levels; level++)
      schema = { type: 'array', items: schema, minItems: 1 };
    return schema;
  };
  const wide = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`a${index}`, {}]));
  const doubled: Record<string, JsonSchema> = {};
  for (let level = 0; level < 25; level++) {
    const next = { $ref: `#${level + 1}` };
    doubled[`#${level}`] = {
      type: 'object',
      properties: { a: next, b: next },
      required: ['a', 'b'],
    };
  }

  test.each<[string, JsonSchema]>([
    ['a long text', { type: 'string', minLength: 1e9 }],
    ['many elements', { type: 'array', items: { type: 'null' }, minItems: 1e9 }],
    ['many members', { type: 'object', minProperties: 1e9, additionalProperties: {} }],
    ['a pattern that never ends', { type: 'string', minLength: 60, pattern: '^(.+)+x$' }],
    ['a pattern of a long text', { type: 'string', pattern: '^((a{1000}){1000})$' }],
    ['unions of unions', { allOf: Array.from({ length: 20 }, () => ({ anyOf: [{}, {}, {}] })) }],
    ['deep values', deep(2_000)],
    ['large intersections', { allOf: Array.from({ length: 2_000 }, () => ({ properties: wide })) }],
    ['values that double at each level', { $ref: '#0' }],
  ])('ends for %s', (_, schema) => {
    const resolve = (one: JsonSchema): JsonSchema => doubled[String(one['$ref'])] ?? one;
    const started = performance.now();
    const value = new ExampleGenerator({ resolve, testsPatterns: false }).generate(schema);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(value === NO_EXAMPLE ? 0 : JSON.stringify(value).length).toBeLessThan(1_000_000);
  });
});

/** Satisfiable schemas. */
function anySchema(): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text(),
      number(),
      fc.constantFrom<JsonSchema>({ type: 'boolean' }, { type: 'null' }, {}),
      fc.record({ enum: fc.uniqueArray(comparable(), { minLength: 1 }) }),
      fc.record({ const: comparable() }),
      list(tie('schema')),
      object(tie('schema')),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.constantFrom<JsonSchema>({ $ref: '#/$defs/Node' }, { $ref: '#/$defs/Short' }),
    ),
  })).schema;
}

/** The validator calls these members of objects that it compares. */
const CALLED = /"(toString|valueOf|constructor)":/;

function comparable(): fc.Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 1 }).filter((value) => !CALLED.test(JSON.stringify(value)));
}

function text(): fc.Arbitrary<JsonSchema> {
  return fc
    .tuple(fc.nat(30), fc.nat(20), fc.constantFrom('^[a-z]*$', '^[A-Z0-9-]*$', '^id-[0-9]*$', '.*'))
    .map(([minLength, more, pattern]) => ({
      type: 'string',
      minLength,
      maxLength: minLength + more + 4,
      pattern,
    }));
}

function number(): fc.Arbitrary<JsonSchema> {
  return fc
    .tuple(fc.constantFrom('number', 'integer'), fc.integer({ min: -50, max: 50 }), fc.nat(20))
    .chain(([type, low, more]) =>
      fc.constantFrom<JsonSchema>(
        { type, minimum: low },
        { type, maximum: low },
        { type, minimum: low, maximum: low + more },
        { type, exclusiveMinimum: low, exclusiveMaximum: low + more + 2 },
        { type, multipleOf: more + 1, minimum: low },
        { type, multipleOf: more + 1, exclusiveMaximum: low },
      ),
    );
}

function list(items: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc.oneof(
    fc.record({ type: fc.constant('array'), items, minItems: fc.nat(3) }),
    fc.array(items, { maxLength: 3 }).map((prefixItems) => ({
      type: 'array',
      ...(prefixItems.length === 0 ? {} : { prefixItems }),
      minItems: prefixItems.length,
      items: false,
    })),
  );
}

function object(member: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .dictionary(fc.constantFrom('a', 'b', 'c', 'hasOwnProperty'), member, { noNullPrototype: true })
    .chain((properties) =>
      fc.record<JsonSchema>({
        type: fc.constant('object'),
        properties: fc.constant(properties),
        required: fc.subarray(Object.keys(properties)),
        additionalProperties: fc.constantFrom(true, false),
      }),
    );
}
