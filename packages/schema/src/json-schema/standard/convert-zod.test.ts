import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonOf, written } from '../../../test/written.js';
import { componentName } from '../../components/component-name.js';
import { documentAs } from '../document-as.js';

const text = { type: 'string' };
const date = { type: 'string', format: 'date-time' };

describe('what is the same in and out', () => {
  test.each<[string, z.ZodType, object]>([
    ['a string with limits', z.string().min(1).max(3), { ...text, minLength: 1, maxLength: 3 }],
    [
      'an integer',
      z.number().int().gte(1).lt(9),
      { type: 'integer', minimum: 1, exclusiveMaximum: 9 },
    ],
    ['a union', z.union([z.string(), z.boolean()]), { type: ['string', 'boolean'] }],
    ['nullable', z.string().nullable(), { type: ['string', 'null'] }],
    ['an enum', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['a literal', z.literal('a'), { type: 'string', const: 'a' }],
    [
      'a tuple',
      z.tuple([z.string(), z.number()]),
      { type: 'array', prefixItems: [text, { type: 'number' }], minItems: 2 },
    ],
    [
      'a record',
      z.record(z.string(), z.number()),
      { type: 'object', propertyNames: text, additionalProperties: { type: 'number' } },
    ],
    ['a date', z.date(), date],
    [
      'a date among other things',
      z.object({ at: z.array(z.date()) }).loose(),
      {
        type: 'object',
        properties: { at: { type: 'array', items: date } },
        required: ['at'],
        additionalProperties: {},
      },
    ],
    ['a refinement', z.string().refine(() => true), text],
    ['a brand', z.string().brand('Id'), text],
    [
      'metadata, without what is no keyword',
      z.string().meta({ description: 'D', owner: 'team' }),
      { ...text, description: 'D' },
    ],
  ])('%s', (_, schema, expected) => {
    expect(jsonOf(schema, 'input')).toMatchObject(expected);
    expect(jsonOf(schema, 'output')).toMatchObject(expected);
  });
});

describe('what differs', () => {
  test('a default may be left out, but is always there', () => {
    const schema = z.object({ a: z.string().default('x'), b: z.string().optional() });
    expect(jsonOf(schema, 'input')).not.toHaveProperty('required');
    expect(jsonOf(schema, 'output')).toMatchObject({ required: ['a'] });
  });

  test('a transform: what comes in is before it, what goes out is what it is piped to', () => {
    const schema = z.string().transform(Number).pipe(z.number().max(9));
    expect(jsonOf(schema, 'input')).toEqual(text);
    expect(jsonOf(schema, 'output')).toEqual({ type: 'number', maximum: 9 });
  });

  test('a union with undefined, which JSON has not', () => {
    const schema = z.object({ a: z.union([z.string(), z.undefined()]) });
    expect(jsonOf(schema, 'output')).toMatchObject({ properties: { a: text } });
    expect(jsonOf(schema, 'output')).not.toHaveProperty('required');
  });
});

describe('recursion and names', () => {
  const Node = z.object({
    value: z.number(),
    get kids() {
      return z.array(Node);
    },
  });

  test('a recursive schema becomes a component', () => {
    const { json, schemas } = written(Node);
    expect(json).toEqual({ $ref: '#/components/schemas/pay.Request.Part' });
    expect(schemas).toMatchObject({
      'pay.Request.Part': {
        properties: { kids: { items: { $ref: '#/components/schemas/pay.Request.Part' } } },
      },
    });
  });

  test('likewise within another', () => {
    const { json, schemas } = written(z.object({ tree: Node }));
    expect(json).toMatchObject({
      properties: { tree: { $ref: '#/components/schemas/pay.Request.Part' } },
    });
    expect(Object.keys(schemas)).toEqual(['pay.Request.Part']);
  });

  test('a schema with an id becomes a component of that name', () => {
    const User = z.object({ name: z.string() }).meta({ id: 'User' });
    const { json, schemas } = written(z.object({ user: User, friends: z.array(User) }));
    const $ref = '#/components/schemas/User';
    expect(json).toMatchObject({
      properties: { user: { $ref }, friends: { items: { $ref } } },
    });
    expect(schemas).toMatchObject({ User: { type: 'object', properties: { name: text } } });
    expect(schemas['User']).not.toHaveProperty('id');
  });

  test('so does one with a component name, within another too', () => {
    const Account = componentName('ZodAccount', z.object({ id: z.string() }));
    const { json, schemas } = written(
      z.object({ account: Account.nullable(), all: z.array(Account) }),
    );
    const $ref = '#/components/schemas/ZodAccount';
    expect(json).toMatchObject({
      properties: { account: { anyOf: [{ $ref }, { type: 'null' }] }, all: { items: { $ref } } },
    });
    expect(Object.keys(schemas)).toEqual(['ZodAccount']);
    expect(written(Account).json).toEqual({ $ref });
  });

  test('in draft 7 as well', () => {
    const { json, schemas } = written(z.object({ tree: Node }), 'input', 'draft-07');
    expect(json).not.toHaveProperty('definitions');
    expect(Object.keys(schemas)).toEqual(['pay.Request.Part']);
  });
});

describe('what JSON has no words for fails, and says what to write', () => {
  test.each<[string, z.ZodType, string]>([
    [
      'bigint',
      z.bigint(),
      String.raw`BigInt cannot be represented in JSON Schema; write z.string().regex(/^\d+$/).transform(BigInt), or for a result z.bigint()`,
    ],
    ['map', z.map(z.string(), z.string()), 'write z.record(z.string(), …), or z.array(z.tuple('],
    ['set', z.set(z.string()), 'write z.array(…), or'],
    ['symbol', z.symbol(), 'write z.string(), or'],
    ['nan', z.nan(), 'write z.null(), or'],
    ['custom', z.custom<string>(), 'write z.string().refine(…), or another schema'],
    ['function', z.function(), 'write the schema of what the function gives'],
    ['instance', z.instanceof(URL), 'for a class z.object({ … }) with what stands on the wire'],
    ['a literal that is no JSON', z.literal(1n), 'BigInt literals cannot be represented'],
  ])('%s', (_, schema, what) => {
    for (const direction of ['input', 'output'] as const) {
      const write = () => jsonOf(z.object({ a: z.array(schema) }), direction);
      expect(write).toThrow('method pay, parameter "amount": the schema at .a');
      expect(write).toThrow(what);
      expect(write).toThrow('documentAs(schema, { type: "string" })');
    }
  });

  test('without a cause where there is none', () => {
    expect(() => jsonOf(z.bigint())).toThrow(
      expect.toSatisfy((error: Error) => !('cause' in error)),
    );
  });

  test.each<[string, z.ZodType, z.ZodType]>([
    [
      'a big integer',
      z.string().regex(/^\d+$/).transform(BigInt),
      z.bigint().transform(String).pipe(z.string()),
    ],
    ['a map', z.array(z.tuple([z.string()])), z.record(z.string(), z.number())],
  ])('what it says to write for %s can be documented', (_, parameter, result) => {
    expect(() => jsonOf(parameter, 'input')).not.toThrow();
    expect(() => jsonOf(result, 'output')).not.toThrow();
  });

  test('what comes out of a transform', () => {
    const schema = z.object({ size: z.string().transform((word) => word.length) });
    expect(jsonOf(schema, 'input')).toMatchObject({ properties: { size: text } });
    expect(() => jsonOf(schema, 'output')).toThrow('name its outcome, as z.….transform(…).pipe(');
  });

  test('by a zod too that would leave out what it is asked about in words it does not know', () => {
    const old = {
      '~standard': {
        version: 1,
        vendor: 'zod',
        validate: () => ({ value: 1 }),
        jsonSchema: {
          input: ({ libraryOptions }: { libraryOptions: { unrepresentable?: unknown } }) => {
            if (libraryOptions.unrepresentable !== undefined) return {};
            throw new Error('BigInt cannot be represented in JSON Schema');
          },
        },
      },
    };
    expect(() => jsonOf(old as never)).toThrow('BigInt cannot be represented in JSON Schema');
  });

  test('by the type of the schema, whatever zod’s message says', () => {
    interface Options {
      readonly libraryOptions: { readonly unrepresentable?: (part: object) => unknown };
    }
    const convert = ({ libraryOptions: { unrepresentable } }: Options): never => {
      unrepresentable?.({ zodSchema: z.bigint(), path: [], message: 'Kein JSON Schema' });
      throw new Error('Kein JSON Schema');
    };
    const schema = {
      '~standard': { ...z.bigint()['~standard'], jsonSchema: { input: convert, output: convert } },
    };
    expect(() => jsonOf(schema as never)).toThrow('Kein JSON Schema; write z.string().regex(');
  });

  test('unless somebody says what it is', () => {
    const Big = documentAs(z.bigint(), { type: 'string', pattern: String.raw`^\d+$` });
    const big = { type: 'string', pattern: String.raw`^\d+$` };
    expect(jsonOf(Big)).toEqual(big);
    expect(jsonOf(z.object({ a: z.array(Big) }))).toMatchObject({
      properties: { a: { items: big } },
    });
  });
});
