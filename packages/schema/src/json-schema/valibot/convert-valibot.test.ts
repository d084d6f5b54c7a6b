import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { convert, jsonOf } from '../../../test/convert.js';
import { documentAs } from '../document-as.js';

const text = { type: 'string' };
const WHERE = 'method "pay", parameter "amount": cannot describe the schema';

describe('a valibot schema without transformations', () => {
  test.each<[string, v.GenericSchema, unknown]>([
    ['a string', v.string(), text],
    ['a picklist', v.picklist(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['an enum', v.enum({ A: 1, B: 2 }), { type: 'number', enum: [1, 2] }],
    ['a literal', v.literal('pong'), { const: 'pong' }],
    ['unknown', v.unknown(), {}],
    ['never', v.never(), { not: {} }],
    ['null', v.null(), { type: 'null' }],
    ['nullable', v.nullable(v.string()), { anyOf: [text, { type: 'null' }] }],
    ['an array', v.array(v.string()), { type: 'array', items: text }],
    [
      'an object',
      v.object({ a: v.string(), b: v.optional(v.string()) }),
      { type: 'object', properties: { a: text, b: text }, required: ['a'] },
    ],
    [
      'an object with optional members only',
      v.object({ b: v.optional(v.string()) }),
      { type: 'object', properties: { b: text } },
    ],
    [
      'a strict object',
      v.strictObject({ a: v.string() }),
      { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false },
    ],
    [
      'an object with a rest',
      v.objectWithRest({ a: v.string() }, v.number()),
      {
        type: 'object',
        properties: { a: text },
        required: ['a'],
        additionalProperties: { type: 'number' },
      },
    ],
    ['a record', v.record(v.string(), v.string()), { type: 'object', additionalProperties: text }],
    [
      'a record of few keys',
      v.record(v.picklist(['a', 'b']), v.string()),
      {
        type: 'object',
        additionalProperties: text,
        propertyNames: { type: 'string', enum: ['a', 'b'] },
      },
    ],
    [
      'a tuple',
      v.tuple([v.string(), v.number()]),
      { type: 'array', prefixItems: [text, { type: 'number' }], minItems: 2 },
    ],
    [
      'a strict tuple',
      v.strictTuple([v.string()]),
      { type: 'array', prefixItems: [text], minItems: 1, items: false },
    ],
    [
      'a tuple with a rest',
      v.tupleWithRest([v.string()], v.number()),
      { type: 'array', prefixItems: [text], minItems: 1, items: { type: 'number' } },
    ],
    ['a union', v.union([v.string(), v.number()]), { anyOf: [text, { type: 'number' }] }],
    [
      'a variant',
      v.variant('type', [
        v.object({ type: v.literal('a') }),
        v.object({ type: v.literal('b'), b: v.string() }),
      ]),
      {
        oneOf: [
          { type: 'object', properties: { type: { const: 'a' } }, required: ['type'] },
          {
            type: 'object',
            properties: { type: { const: 'b' }, b: text },
            required: ['type', 'b'],
          },
        ],
      },
    ],
    [
      'an intersection',
      v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })]),
      {
        allOf: [
          { type: 'object', properties: { a: text }, required: ['a'] },
          { type: 'object', properties: { b: text }, required: ['b'] },
        ],
      },
    ],
    ['a date', v.date(), { type: 'string', format: 'date-time' }],
    [
      'an array of dates',
      v.array(v.date()),
      { type: 'array', items: { type: 'string', format: 'date-time' } },
    ],
    ['nonOptional', v.nonOptional(v.optional(v.string())), text],
    ['nonNullish', v.nonNullish(v.nullish(v.string())), text],
    [
      'an asynchronous object',
      v.objectAsync({ a: v.string() }) as never,
      {
        type: 'object',
        properties: { a: text },
        required: ['a'],
      },
    ],
  ])('has the same input and output: %s', (_, schema, expected) => {
    expect(jsonOf(schema, 'input')).toEqual(expected);
    expect(jsonOf(schema, 'output')).toEqual(expected);
  });
});

describe('an action of a valibot pipe', () => {
  test.each<[string, v.GenericSchema, unknown]>([
    ['check', v.pipe(v.string(), v.check(isNaN as never)), text],
    [
      'rawCheck',
      v.pipe(
        v.string(),
        v.rawCheck(() => undefined),
      ),
      text,
    ],
    ['brand', v.pipe(v.string(), v.brand('Id')), text],
    ['readonly', v.pipe(v.array(v.string()), v.readonly()), { type: 'array', items: text }],
    ['trim', v.pipe(v.string(), v.trim(), v.minLength(1)), { type: 'string', minLength: 1 }],
    ['toLowerCase', v.pipe(v.string(), v.toLowerCase()), text],
    [
      'minValue of a date',
      v.pipe(v.date(), v.minValue(new Date(0))),
      { type: 'string', format: 'date-time' },
    ],
    [
      'partialCheck',
      v.pipe(
        v.object({ a: v.string() }),
        v.partialCheck([['a']], () => true),
      ),
      { type: 'object', properties: { a: text }, required: ['a'] },
    ],
    [
      'forward',
      v.pipe(
        v.object({ a: v.string() }),
        v.forward(
          v.check(() => true),
          ['a'],
        ),
      ),
      {
        type: 'object',
        properties: { a: text },
        required: ['a'],
      },
    ],
    [
      'a pattern with the flag u that means the same without it',
      v.pipe(v.string(), v.regex(/^\\p{2}[a-z]$/u)),
      { type: 'string', pattern: String.raw`^\\p{2}[a-z]$` },
    ],
    ['a pattern with a property of Unicode', v.pipe(v.string(), v.regex(/^\p{L}$/u)), text],
    ['a pattern with a code point', v.pipe(v.string(), v.regex(/^[\u{1f600}-\u{1f64f}]$/u)), text],
    ['a pattern with a character of two units', v.pipe(v.string(), v.regex(/^[😀]$/u)), text],
    ['a pattern with flags that JSON Schema has not', v.pipe(v.string(), v.regex(/^a$/i)), text],
    [
      'several patterns',
      v.pipe(v.string(), v.regex(/^a/), v.regex(/b$/), v.regex(/c/)),
      { type: 'string', pattern: '^a', allOf: [{ pattern: 'b$' }, { pattern: 'c' }] },
    ],
    [
      'startsWith, endsWith and includes',
      v.pipe(v.string(), v.startsWith('a.'), v.endsWith('z'), v.includes('m')),
      { type: 'string', pattern: String.raw`^a\.`, allOf: [{ pattern: 'z$' }, { pattern: 'm' }] },
    ],
    [
      'a nested pipe',
      v.pipe(v.pipe(v.number(), v.integer()), v.minValue(1)),
      { type: 'integer', minimum: 1 },
    ],
    [
      'title, description and examples',
      v.pipe(v.string(), v.title('T'), v.description('D'), v.examples(['x'])),
      { type: 'string', title: 'T', description: 'D', examples: ['x'] },
    ],
    [
      'metadata without unknown keywords',
      v.pipe(v.string(), v.metadata({ description: 'D', owner: 'team', 'x-unit': 'm' })),
      { type: 'string', description: 'D', 'x-unit': 'm' },
    ],
  ])('constrains a value or keeps its type: %s', (_, schema, expected) => {
    expect(jsonOf(schema, 'input')).toEqual(expected);
    expect(jsonOf(schema, 'output')).toEqual(expected);
  });
});

describe('a valibot schema with different inputs and outputs', () => {
  test.each<[string, v.GenericSchema, unknown, unknown]>([
    [
      'transform',
      v.pipe(v.string(), v.minLength(2), v.transform(Number), v.number(), v.maxValue(9)),
      { type: 'string', minLength: 2 },
      { type: 'number', maximum: 9 },
    ],
    [
      'toDate',
      v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [
      'toNumber',
      v.pipe(v.string(), v.toNumber(), v.minValue(1)),
      text,
      { type: 'number', minimum: 1 },
    ],
    [
      'parseJson',
      v.pipe(v.string(), v.parseJson(), v.object({ a: v.string() })),
      text,
      { type: 'object', properties: { a: text }, required: ['a'] },
    ],
    [
      'a default, with which a member is optional in the input only',
      v.object({ a: v.optional(v.string(), 'x') }),
      { type: 'object', properties: { a: { ...text, default: 'x' } } },
      { type: 'object', properties: { a: text }, required: ['a'] },
    ],
    [
      'a default in a pipe',
      v.object({ a: v.pipe(v.optional(v.string(), 'x'), v.minLength(1)) }),
      { type: 'object', properties: { a: { ...text, default: 'x', minLength: 1 } } },
      { type: 'object', properties: { a: { ...text, minLength: 1 } }, required: ['a'] },
    ],
    [
      'a default instead of null',
      v.nullable(v.string(), 'x'),
      { anyOf: [text, { type: 'null' }], default: 'x' },
      text,
    ],
    [
      'a default that is null',
      v.nullish(v.string(), null),
      { anyOf: [text, { type: 'null' }], default: null },
      { anyOf: [text, { type: 'null' }] },
    ],
    [
      'nullish',
      v.object({ a: v.nullish(v.string()) }),
      { type: 'object', properties: { a: { anyOf: [text, { type: 'null' }] } } },
      { type: 'object', properties: { a: { anyOf: [text, { type: 'null' }] } } },
    ],
    [
      'a union with undefined',
      v.object({ a: v.union([v.string(), v.undefined()]) }),
      { type: 'object', properties: { a: text }, required: ['a'] },
      { type: 'object', properties: { a: text } },
    ],
    [
      'undefined in an array, which JSON encodes as null',
      v.array(v.undefinedable(v.string())),
      { type: 'array', items: text },
      { type: 'array', items: { anyOf: [text, { type: 'null' }] } },
    ],
    [
      'an optional element of a tuple',
      v.tuple([v.string(), v.optional(v.number())]),
      { type: 'array', prefixItems: [text, { type: 'number' }], minItems: 1 },
      {
        type: 'array',
        prefixItems: [text, { anyOf: [{ type: 'number' }, { type: 'null' }] }],
        minItems: 2,
      },
    ],
  ])('is converted by direction: %s', (_, schema, input, output) => {
    expect(jsonOf(schema, 'input')).toEqual(input);
    expect(jsonOf(schema, 'output')).toEqual(output);
  });
});

describe('a default of valibot', () => {
  test('that is a function is included if its value is constant', () => {
    expect(jsonOf(v.optional(v.array(v.string()), () => ['a']))).toHaveProperty('default', ['a']);
  });

  test.each<[string, v.GenericSchema]>([
    ['a time', v.optional(v.date(), () => new Date())],
    ['a number', v.optional(v.number(), () => Date.now())],
    ['a random object', v.optional(v.object({ a: v.number() }), () => ({ a: Math.random() }))],
  ])('that is a function is omitted if its value is variable: %s', (_, schema) => {
    expect(jsonOf(schema)).not.toHaveProperty('default');
  });

  test('that is a date is converted to a string', () => {
    expect(jsonOf(v.optional(v.date(), new Date(0)))).toHaveProperty(
      'default',
      '1970-01-01T00:00:00.000Z',
    );
  });
});

describe('a recursive valibot schema', () => {
  interface Node {
    readonly value: number;
    readonly kids: readonly Node[];
  }
  const Node: v.GenericSchema<Node> = v.object({
    value: v.number(),
    kids: v.array(v.lazy(() => Node)),
  });
  const node = {
    type: 'object',
    properties: {
      value: { type: 'number' },
      kids: { type: 'array', items: { $ref: '#/components/schemas/pay.Request.Part' } },
    },
    required: ['value', 'kids'],
  };

  test('becomes a component', () => {
    expect(convert(Node)).toEqual({
      json: { $ref: '#/components/schemas/pay.Request.Part' },
      schemas: { 'pay.Request.Part': node },
    });
  });

  test('is a single component wherever it is used', () => {
    expect(convert(v.object({ a: Node, b: v.nullable(Node) })).schemas).toEqual({
      'pay.Request.Part': node,
    });
  });

  test('may consist of two schemas', () => {
    const A: v.GenericSchema = v.object({ b: v.nullable(v.lazy(() => B)) });
    const B: v.GenericSchema = v.pipe(v.object({ a: v.lazy(() => A) }), v.title('B'));
    const { json, schemas } = convert(A);
    expect(json).toEqual({ $ref: '#/components/schemas/B.Part' });
    expect(schemas).toEqual({
      B: {
        type: 'object',
        title: 'B',
        properties: { a: { $ref: '#/components/schemas/B.Part' } },
        required: ['a'],
      },
      'B.Part': {
        type: 'object',
        properties: { b: { anyOf: [{ $ref: '#/components/schemas/B' }, { type: 'null' }] } },
        required: ['b'],
      },
    });
  });

  test('is rejected if it creates a new schema every time', () => {
    const tree = (): v.GenericSchema => v.object({ kid: v.nullable(v.lazy(tree)) });
    expect(() => convert(tree())).toThrow(
      'method "pay", parameter "amount": cannot describe the schema as JSON Schema: its recursion ' +
        'never ends, since it creates a new schema every time. Store a recursive schema in a constant',
    );
  });
});

describe('a valibot schema without a JSON Schema', () => {
  test.each<[string, v.GenericSchema, string]>([
    ['bigint', v.bigint(), 'bigint: JSON has no big integers. Write v.pipe(v.string(), v.digits()'],
    ['map', v.map(v.string(), v.string()), 'map: JSON has no maps. Write v.record(…)'],
    ['set', v.set(v.string()), 'set: JSON has no sets. Write v.array(…)'],
    ['file', v.file(), 'file: JSON has no files. Write v.pipe(v.string(), v.base64())'],
    ['blob', v.blob(), 'blob: JSON has no binary data'],
    ['instance', v.instance(URL), 'instance: JSON has no classes. Write v.object({ … })'],
    ['symbol', v.symbol(), 'symbol: JSON has no symbols'],
    ['nan', v.nan(), 'nan: JSON has no NaN'],
    ['function', v.function(), 'function: JSON has no functions'],
    ['promise', v.promise(), 'promise: JSON has no promises'],
    ['custom', v.custom(() => true), 'custom: only its function knows which values it accepts'],
    ['a literal that is not JSON', v.literal(1n), 'literal'],
    ['options that are not JSON', v.picklist([1n]), 'picklist'],
  ])('is rejected with advice: %s', (_, schema, message) => {
    for (const direction of ['input', 'output'] as const) {
      expect(() => jsonOf(schema, direction)).toThrow(WHERE);
      expect(() => jsonOf(schema, direction)).toThrow(message);
      expect(() => jsonOf(schema, direction)).toThrow('documentAs(schema, { type: "string" })');
    }
  });

  test('is rejected with its path', () => {
    const schema = v.object({ lines: v.array(v.object({ price: v.nullable(v.bigint()) })) });
    expect(() => jsonOf(schema)).toThrow(`${WHERE} at .lines[].price as JSON Schema: bigint`);
  });

  test('is rejected as an output after a transform of unknown type', () => {
    const schema = v.object({
      size: v.pipe(
        v.string(),
        v.transform((word) => word.length),
      ),
    });
    expect(jsonOf(schema, 'input')).toMatchObject({ properties: { size: { type: 'string' } } });
    expect(() => jsonOf(schema, 'output')).toThrow(
      'the schema at .size as JSON Schema: the output type of its transform is unknown. Add the ' +
        'schema of the output, such as v.pipe(…, v.transform(…), v.string())',
    );
  });

  test('is rejected for an example that is not JSON', () => {
    const schema = v.pipe(v.unknown(), v.examples([1n]));
    expect(() => jsonOf(schema)).toThrow(
      'one of its examples or defaults can’t be encoded as JSON',
    );
  });

  test('is accepted with documentAs()', () => {
    const Duration = documentAs(
      v.custom<string>(() => true),
      { type: 'string', format: 'duration' },
    );
    const Size = documentAs(
      v.pipe(
        v.string(),
        v.transform((word) => word.length),
      ),
      {
        input: { type: 'string' },
        output: { type: 'integer' },
      },
    );
    const schema = v.object({
      one: Duration,
      more: v.array(
        v.pipe(
          Duration,
          v.check(() => true),
          v.description('how long'),
        ),
      ),
      size: Size,
    });
    const duration = { type: 'string', format: 'duration' };
    expect(jsonOf(schema, 'output')).toMatchObject({
      properties: {
        one: duration,
        more: { type: 'array', items: { ...duration, description: 'how long' } },
        size: { type: 'integer' },
      },
    });
    expect(jsonOf(schema, 'input')).toMatchObject({ properties: { size: { type: 'string' } } });
    expect(jsonOf(Duration)).toEqual(duration);
  });
});

test('a valibot tuple has its elements in items in draft 7', () => {
  expect(jsonOf(v.strictTuple([v.string(), v.optional(v.number())]), 'output', 'draft-07')).toEqual(
    {
      type: 'array',
      items: [text, { anyOf: [{ type: 'number' }, { type: 'null' }] }],
      additionalItems: false,
      minItems: 2,
    },
  );
});
