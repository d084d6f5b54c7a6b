import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { jsonOf, written } from '../../../test/written.js';
import { documentAs } from '../document-as.js';

const text = { type: 'string' };

describe('what is the same in and out', () => {
  test.each<[string, v.GenericSchema, unknown]>([
    ['a string', v.string(), text],
    ['a picklist', v.picklist(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['an enum', v.enum({ A: 1, B: 2 }), { type: 'number', enum: [1, 2] }],
    ['a literal', v.literal('pong'), { const: 'pong' }],
    ['anything', v.unknown(), {}],
    ['nothing', v.never(), { not: {} }],
    ['null', v.null(), { type: 'null' }],
    ['nullable', v.nullable(v.string()), { anyOf: [text, { type: 'null' }] }],
    ['a list', v.array(v.string()), { type: 'array', items: text }],
    [
      'an object',
      v.object({ a: v.string(), b: v.optional(v.string()) }),
      { type: 'object', properties: { a: text, b: text }, required: ['a'] },
    ],
    [
      'an object of optional members only',
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
      'a list of dates',
      v.array(v.date()),
      { type: 'array', items: { type: 'string', format: 'date-time' } },
    ],
    ['one that is optional no more', v.nonOptional(v.optional(v.string())), text],
    ['one that is null no more', v.nonNullish(v.nullish(v.string())), text],
    [
      'an asynchronous one',
      v.objectAsync({ a: v.string() }) as never,
      {
        type: 'object',
        properties: { a: text },
        required: ['a'],
      },
    ],
  ])('%s', (_, schema, expected) => {
    expect(jsonOf(schema, 'input')).toEqual(expected);
    expect(jsonOf(schema, 'output')).toEqual(expected);
  });
});

describe('what narrows a value, or leaves its type as it is', () => {
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
      'a pattern with the flag u',
      v.pipe(v.string(), v.regex(/^\p{L}$/u)),
      { type: 'string', pattern: String.raw`^\p{L}$` },
    ],
    ['a pattern that JSON Schema can not say', v.pipe(v.string(), v.regex(/^a$/i)), text],
    [
      'several patterns',
      v.pipe(v.string(), v.regex(/^a/), v.regex(/b$/), v.regex(/c/)),
      { type: 'string', pattern: '^a', allOf: [{ pattern: 'b$' }, { pattern: 'c' }] },
    ],
    [
      'a beginning and an end',
      v.pipe(v.string(), v.startsWith('a.'), v.endsWith('z'), v.includes('m')),
      { type: 'string', pattern: String.raw`^a\.`, allOf: [{ pattern: 'z$' }, { pattern: 'm' }] },
    ],
    [
      'a pipe in a pipe',
      v.pipe(v.pipe(v.number(), v.integer()), v.minValue(1)),
      { type: 'integer', minimum: 1 },
    ],
    [
      'title, description and examples',
      v.pipe(v.string(), v.title('T'), v.description('D'), v.examples(['x'])),
      { type: 'string', title: 'T', description: 'D', examples: ['x'] },
    ],
    [
      'metadata, without what is no keyword',
      v.pipe(v.string(), v.metadata({ description: 'D', owner: 'team', 'x-unit': 'm' })),
      { type: 'string', description: 'D', 'x-unit': 'm' },
    ],
  ])('%s', (_, schema, expected) => {
    expect(jsonOf(schema, 'input')).toEqual(expected);
    expect(jsonOf(schema, 'output')).toEqual(expected);
  });
});

describe('what differs', () => {
  test.each<[string, v.GenericSchema, unknown, unknown]>([
    [
      'a transform: what comes in is before it, what goes out behind it',
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
      'a default: it may be left out, but is always there',
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
      'a default of null',
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
      'a union with undefined, which JSON has not',
      v.object({ a: v.union([v.string(), v.undefined()]) }),
      { type: 'object', properties: { a: text }, required: ['a'] },
      { type: 'object', properties: { a: text } },
    ],
    [
      'undefined in a list, which is null in JSON',
      v.array(v.undefinedable(v.string())),
      { type: 'array', items: text },
      { type: 'array', items: { anyOf: [text, { type: 'null' }] } },
    ],
    [
      'the optional end of a tuple',
      v.tuple([v.string(), v.optional(v.number())]),
      { type: 'array', prefixItems: [text, { type: 'number' }], minItems: 1 },
      {
        type: 'array',
        prefixItems: [text, { anyOf: [{ type: 'number' }, { type: 'null' }] }],
        minItems: 2,
      },
    ],
  ])('%s', (_, schema, input, output) => {
    expect(jsonOf(schema, 'input')).toEqual(input);
    expect(jsonOf(schema, 'output')).toEqual(output);
  });
});

describe('the default of a function', () => {
  test('is documented where it is always the same', () => {
    expect(jsonOf(v.optional(v.array(v.string()), () => ['a']))).toHaveProperty('default', ['a']);
  });

  test.each<[string, v.GenericSchema]>([
    ['a time', v.optional(v.date(), () => new Date())],
    ['a number', v.optional(v.number(), () => Date.now())],
    [
      'an object that differs',
      v.optional(v.object({ a: v.number() }), () => ({ a: Math.random() })),
    ],
  ])('is left out where it may differ: %s', (_, schema) => {
    expect(jsonOf(schema)).not.toHaveProperty('default');
  });

  test('a date is a string in the document', () => {
    expect(jsonOf(v.optional(v.date(), new Date(0)))).toHaveProperty(
      'default',
      '1970-01-01T00:00:00.000Z',
    );
  });
});

describe('recursion', () => {
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

  test('becomes a component, which is referred to', () => {
    expect(written(Node)).toEqual({
      json: { $ref: '#/components/schemas/pay.Request.Part' },
      schemas: { 'pay.Request.Part': node },
    });
  });

  test('is the same component wherever it is used', () => {
    expect(written(v.object({ a: Node, b: v.nullable(Node) })).schemas).toEqual({
      'pay.Request.Part': node,
    });
  });

  test('of two schemas', () => {
    const A: v.GenericSchema = v.object({ b: v.nullable(v.lazy(() => B)) });
    const B: v.GenericSchema = v.pipe(v.object({ a: v.lazy(() => A) }), v.title('B'));
    const { json, schemas } = written(A);
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

  test('that makes a new schema each time is refused', () => {
    const tree = (): v.GenericSchema => v.object({ kid: v.nullable(v.lazy(tree)) });
    expect(() => written(tree())).toThrow(
      'method pay, parameter "amount": the schema can\'t be documented: it goes on without end; ' +
        'keep a recursive schema in a constant',
    );
  });
});

describe('what JSON has no words for fails, and says what to write', () => {
  test.each<[string, v.GenericSchema, string]>([
    ['bigint', v.bigint(), 'bigint: JSON has no big integers; write v.pipe(v.string(), v.digits()'],
    ['map', v.map(v.string(), v.string()), 'map: JSON has no maps; write v.record(…)'],
    ['set', v.set(v.string()), 'set: JSON has no sets; write v.array(…)'],
    ['file', v.file(), 'file: JSON has no files; write v.pipe(v.string(), v.base64())'],
    ['blob', v.blob(), 'blob: JSON has no binary data'],
    ['instance', v.instance(URL), 'instance: JSON has no classes; write v.object({ … })'],
    ['symbol', v.symbol(), 'symbol: JSON has no symbols'],
    ['nan', v.nan(), 'nan: JSON has no NaN'],
    ['function', v.function(), 'function: JSON has no functions'],
    ['promise', v.promise(), 'promise: JSON has no promises'],
    ['custom', v.custom(() => true), 'custom: nobody but its function knows what it takes'],
    ['a literal that is no JSON', v.literal(1n), 'literal'],
    ['options that are no JSON', v.picklist([1n]), 'picklist'],
  ])('%s', (_, schema, message) => {
    for (const direction of ['input', 'output'] as const) {
      expect(() => jsonOf(schema, direction)).toThrow('method pay, parameter "amount": the schema');
      expect(() => jsonOf(schema, direction)).toThrow(message);
      expect(() => jsonOf(schema, direction)).toThrow('documentAs(schema, { type: "string" })');
    }
  });

  test('and where it stands', () => {
    const schema = v.object({ lines: v.array(v.object({ price: v.nullable(v.bigint()) })) });
    expect(() => jsonOf(schema)).toThrow(
      'method pay, parameter "amount": the schema at .lines[].price can\'t be documented: bigint',
    );
  });

  test('what comes out of a transform', () => {
    const schema = v.object({
      size: v.pipe(
        v.string(),
        v.transform((word) => word.length),
      ),
    });
    expect(jsonOf(schema, 'input')).toMatchObject({ properties: { size: { type: 'string' } } });
    expect(() => jsonOf(schema, 'output')).toThrow(
      "the schema at .size can't be documented: nobody knows what its transform gives; write the " +
        'schema of its outcome behind it, as v.pipe(…, v.transform(…), v.string())',
    );
  });

  test('an example that is no JSON', () => {
    const schema = v.pipe(v.unknown(), v.examples([1n]));
    expect(() => jsonOf(schema)).toThrow('JSON has no words for an example or a default of it');
  });

  test('unless somebody says what it is', () => {
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

test('in draft 7 a tuple has its elements as items', () => {
  expect(jsonOf(v.strictTuple([v.string(), v.optional(v.number())]), 'output', 'draft-07')).toEqual(
    {
      type: 'array',
      items: [text, { anyOf: [{ type: 'number' }, { type: 'null' }] }],
      additionalItems: false,
      minItems: 2,
    },
  );
});
