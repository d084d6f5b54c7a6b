import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { convert, jsonOf } from '../../../test/convert.js';
import { componentName } from '../../components/component-names.js';
import { documentAs } from '../document-as.js';

const text = { type: 'string' };
const date = { type: 'string', format: 'date-time' };

describe('a zod schema without transformations', () => {
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
      'a date in an array',
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
      'metadata without unknown keywords',
      z.string().meta({ description: 'D', owner: 'team' }),
      { ...text, description: 'D' },
    ],
  ])('has the same input and output: %s', (_, schema, expected) => {
    expect(jsonOf(schema, 'input')).toMatchObject(expected);
    expect(jsonOf(schema, 'output')).toMatchObject(expected);
  });
});

describe('a zod schema', () => {
  test('with a default is optional as an input and required as an output', () => {
    const schema = z.object({ a: z.string().default('x'), b: z.string().optional() });
    expect(jsonOf(schema, 'input')).not.toHaveProperty('required');
    expect(jsonOf(schema, 'output')).toMatchObject({ required: ['a'] });
  });

  test('with a transform has the schema before it as input and the one after it as output', () => {
    const schema = z.string().transform(Number).pipe(z.number().max(9));
    expect(jsonOf(schema, 'input')).toEqual(text);
    expect(jsonOf(schema, 'output')).toEqual({ type: 'number', maximum: 9 });
  });

  test('is open to members of a later version, unless it rejects other members', () => {
    const open = z.object({ nested: z.array(z.object({ a: z.string() })) });
    expect(JSON.stringify(jsonOf(open, 'output'))).not.toContain('additionalProperties');
    expect(jsonOf(z.strictObject({}), 'output')).toMatchObject({ additionalProperties: false });
    const numbers = z.object({}).catchall(z.number());
    expect(jsonOf(numbers, 'output')).toMatchObject({ additionalProperties: { type: 'number' } });
  });

  test('leaves out readOnly for readonly(), because clients have to send the value', () => {
    const list = z.array(z.object({ text: z.string().readonly() }).readonly()).readonly();
    const shared = z.object({ a: list, b: list });
    for (const direction of ['input', 'output'] as const) {
      expect(JSON.stringify(jsonOf(list, direction))).not.toContain('readOnly');
      expect(JSON.stringify(jsonOf(shared, direction))).not.toContain('readOnly');
    }
    const own = z.object({ id: z.string().meta({ readOnly: true }) });
    expect(jsonOf(own, 'output')).toMatchObject({ properties: { id: { readOnly: true } } });
  });

  test('omits undefined from unions', () => {
    const schema = z.object({ a: z.union([z.string(), z.undefined()]) });
    expect(jsonOf(schema, 'output')).toMatchObject({ properties: { a: text } });
    expect(jsonOf(schema, 'output')).not.toHaveProperty('required');
  });
});

describe('a zod schema', () => {
  const Node = z.object({
    value: z.number(),
    get kids() {
      return z.array(Node);
    },
  });

  test('becomes a component if it is recursive', () => {
    const { json, schemas } = convert(Node);
    expect(json).toEqual({ $ref: '#/components/schemas/pay.Request.Part' });
    expect(schemas).toMatchObject({
      'pay.Request.Part': {
        properties: { kids: { items: { $ref: '#/components/schemas/pay.Request.Part' } } },
      },
    });
  });

  test('becomes a component if it is recursive within another schema', () => {
    const { json, schemas } = convert(z.object({ tree: Node }));
    expect(json).toMatchObject({
      properties: { tree: { $ref: '#/components/schemas/pay.Request.Part' } },
    });
    expect(Object.keys(schemas)).toEqual(['pay.Request.Part']);
  });

  test('with an id becomes a component of this name', () => {
    const User = z.object({ name: z.string() }).meta({ id: 'User' });
    const { json, schemas } = convert(z.object({ user: User, friends: z.array(User) }));
    const $ref = '#/components/schemas/User';
    expect(json).toMatchObject({
      properties: { user: { $ref }, friends: { items: { $ref } } },
    });
    expect(schemas).toMatchObject({ User: { type: 'object', properties: { name: text } } });
    expect(schemas['User']).not.toHaveProperty('id');
  });

  test('with a component name becomes a component, also within another schema', () => {
    const Account = componentName('ZodAccount', z.object({ id: z.string() }));
    const { json, schemas } = convert(
      z.object({ account: Account.nullable(), all: z.array(Account) }),
    );
    const $ref = '#/components/schemas/ZodAccount';
    expect(json).toMatchObject({
      properties: { account: { anyOf: [{ $ref }, { type: 'null' }] }, all: { items: { $ref } } },
    });
    expect(Object.keys(schemas)).toEqual(['ZodAccount']);
    expect(convert(Account).json).toEqual({ $ref });
  });

  test('becomes a component in draft 7 if it is recursive', () => {
    const { json, schemas } = convert(z.object({ tree: Node }), 'input', 'draft-07');
    expect(json).not.toHaveProperty('definitions');
    expect(Object.keys(schemas)).toEqual(['pay.Request.Part']);
  });
});

describe('a zod schema without a JSON Schema', () => {
  test.each<[string, z.ZodType, string]>([
    [
      'bigint',
      z.bigint(),
      String.raw`BigInt cannot be represented in JSON Schema. Write z.string().regex(/^\d+$/).transform(BigInt), or for a result z.bigint()`,
    ],
    ['map', z.map(z.string(), z.string()), 'Write z.record(z.string(), …), or z.array(z.tuple('],
    ['set', z.set(z.string()), 'Write z.array(…), or'],
    ['symbol', z.symbol(), 'Write z.string(), or'],
    ['nan', z.nan(), 'Write z.null(), or'],
    ['custom', z.custom<string>(), 'Write z.string().refine(…), or another schema'],
    ['function', z.function(), "Write the schema of the function's return value"],
    ['instance', z.instanceof(URL), 'for a class z.object({ … }) with the members that JSON has'],
    ['a literal that is not JSON', z.literal(1n), 'BigInt literals cannot be represented'],
  ])('is rejected with advice: %s', (_, schema, advice) => {
    for (const direction of ['input', 'output'] as const) {
      const converting = () => jsonOf(z.object({ a: z.array(schema) }), direction);
      expect(converting).toThrow(
        'method "pay", parameter "amount": cannot describe the schema at .a',
      );
      expect(converting).toThrow(advice);
      expect(converting).toThrow('documentAs(schema, { type: "string" })');
    }
  });

  test('is rejected without an empty cause', () => {
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
  ])('is supported when the advice for %s is followed', (_, parameter, result) => {
    expect(() => jsonOf(parameter, 'input')).not.toThrow();
    expect(() => jsonOf(result, 'output')).not.toThrow();
  });

  test('is rejected as an output after a transform of unknown type', () => {
    const schema = z.object({ size: z.string().transform((word) => word.length) });
    expect(jsonOf(schema, 'input')).toMatchObject({ properties: { size: text } });
    expect(() => jsonOf(schema, 'output')).toThrow(
      'Pipe the output into a schema, such as z.….transform(…).pipe(',
    );
  });

  test('is rejected by versions of zod that ignore the function for unrepresentable parts', () => {
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

  test('is rejected with advice for its type, independently of the message of zod', () => {
    interface Options {
      readonly libraryOptions: { readonly unrepresentable?: (part: object) => unknown };
    }
    const converter = ({ libraryOptions: { unrepresentable } }: Options): never => {
      unrepresentable?.({ zodSchema: z.bigint(), path: [], message: 'Kein JSON Schema' });
      throw new Error('Kein JSON Schema');
    };
    const schema = {
      '~standard': {
        ...z.bigint()['~standard'],
        jsonSchema: { input: converter, output: converter },
      },
    };
    expect(() => jsonOf(schema as never)).toThrow('Kein JSON Schema. Write z.string().regex(');
  });

  test('is accepted with documentAs()', () => {
    const Big = documentAs(z.bigint(), { type: 'string', pattern: String.raw`^\d+$` });
    const big = { type: 'string', pattern: String.raw`^\d+$` };
    expect(jsonOf(Big)).toEqual(big);
    expect(jsonOf(z.object({ a: z.array(Big) }))).toMatchObject({
      properties: { a: { items: big } },
    });
  });
});
