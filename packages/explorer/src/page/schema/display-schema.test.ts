import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { References } from '../document/references.js';
import { checkValue } from './check-value.js';
import { sampleOf } from './sample.js';
import { type SchemaNode, schemaNode } from './schema-node.js';
import { typeLabel } from './type-label.js';

const components = {
  schemas: {
    Account: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
    Itself: { $ref: '#/components/schemas/Itself' },
  },
};
const references = new References({ components });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe('typeLabel()', () => {
  test.each<[unknown, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: 'pong' }, '"pong"'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'string', enum: Array.from({ length: 50 }, (_, n) => `value${n}`) }, 'enum of string'],
    [ref('Account'), 'Account'],
    [{ type: 'array', items: ref('Account') }, 'Account[]'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ type: 'array', items: [{ type: 'string' }, { type: 'integer' }] }, '[string, integer]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map of number'],
    [{ anyOf: [ref('Account'), { type: 'null' }] }, 'Account | null'],
    [{ oneOf: Array.from({ length: 9 }, () => ({ type: 'string' })) }, 'one of 9'],
    [{}, 'any'],
    [true, 'any'],
    [false, 'never'],
    [ref('Itself'), 'Itself'],
    [{ $ref: 'https://a.example/Thing' }, 'Thing'],
  ])('describes %j', (schema, label) => {
    expect(typeLabel(schema, references)).toBe(label);
  });
});

describe('schemaNode()', () => {
  test('has the properties of a schema and those of the parts that it combines', () => {
    const node = schemaNode(
      'account',
      { allOf: [ref('Account'), { required: ['name'] }] },
      references,
    );
    expect(node.children().map(({ name, required, type }) => [name, required, type])).toEqual([
      ['id', true, 'string'],
    ]);
  });

  test('lists constraints, and leaves out those that hold for every number', () => {
    const facts = (schema: object): readonly string[] => schemaNode('x', schema, references).facts;
    expect(facts({ type: 'integer', minimum: 1, maximum: 1000 })).toEqual(['1 to 1000']);
    expect(facts({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toEqual(
      [],
    );
    expect(facts({ minLength: 2, maxLength: 2 })).toEqual(['exactly 2 characters']);
    expect(facts({ maxItems: 1, default: [], format: 'email' })).toEqual([
      'at most 1 element',
      'format email',
      'default []',
    ]);
    expect(facts({ $ref: '#/nowhere' })).toEqual(['not in this document: #/nowhere']);
  });

  test('creates the children of a circular schema only when they are read', () => {
    let node: SchemaNode | undefined = schemaNode('root', ref('Node'), references);
    for (let depth = 0; depth < 100; depth++) [node] = node?.children() ?? [];
    expect(node?.name).toBe('next');
  });

  test('lists the alternatives of a union and the elements of an array', () => {
    const union = schemaNode('x', { anyOf: [ref('Account'), { type: 'null' }] }, references);
    expect(union.children().map(({ name, type }) => [name, type])).toEqual([
      ['option 1', 'Account'],
      ['option 2', 'null'],
    ]);
    const list = schemaNode('x', { type: 'array', items: ref('Account') }, references);
    expect(list.children().map(({ name }) => name)).toEqual(['each element']);
    const plain = schemaNode('x', { type: 'array', items: { type: 'string' } }, references);
    expect(plain.hasChildren).toBe(false);
  });
});

test('a schema that contains itself many times in allOf is displayed', () => {
  const parts = Array.from({ length: 50 }, () => ref('Bomb'));
  const bomb = { allOf: parts, properties: { a: { type: 'string' } }, required: ['a'] };
  const many = new References({ components: { schemas: { Bomb: bomb } } });
  const node = schemaNode('x', ref('Bomb'), many);
  expect(node.children().map(({ name }) => name)).toEqual(['a']);
  expect(sampleOf(ref('Bomb'), many)).toEqual({});
});

test('a part with more properties than a page can display is left out', () => {
  const names = Array.from({ length: 5001 }, (_, index) => `property${index}`);
  const Wide = { properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const parts = [{ properties: { a: {} } }, ...names.map(() => ref('Wide'))];
  const node = schemaNode(
    'x',
    { allOf: parts },
    new References({ components: { schemas: { Wide } } }),
  );
  expect(node.children().map(({ name }) => name)).toEqual(['a']);
});

test('repeated types of a schema are displayed once', () => {
  const list = { type: ['array', 'array', 'null'], items: { type: 'string' } };
  expect(typeLabel(list, references)).toBe('string[] | null');
});

describe('sampleOf()', () => {
  test.each<[unknown, unknown]>([
    [{ type: 'integer', minimum: -9007199254740991 }, 1],
    [{ type: 'integer', minimum: 10 }, 10],
    [{ type: 'number', exclusiveMaximum: 0 }, -1],
    [{ type: 'integer', minimum: 4, multipleOf: 5 }, 5],
    [{ type: 'string', format: 'email' }, 'user@example.com'],
    [{ type: 'string', pattern: '^[1-9]\\d{0,8}\\.[1-9]\\d{0,8}$' }, '1.1'],
    [{ type: 'string', pattern: '^((a{1000}){1000})$' }, ''],
    [{ type: 'string', examples: ['alice'] }, 'alice'],
    [{ type: 'array', items: { type: 'boolean' } }, [true]],
    [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, 'string'],
    [ref('Account'), { id: 'string' }],
    [ref('Itself'), 'string'],
    [{ properties: { a: { type: 'string' }, b: {} }, required: ['a'] }, { a: 'string' }],
  ])('creates a value for %j', (schema, sample) => {
    expect(sampleOf(schema, references)).toEqual(sample);
  });

  test('ends for a circular schema that requires itself', () => {
    const node = {
      type: 'object',
      required: ['a', 'b'],
      properties: {} as Record<string, unknown>,
    };
    node.properties['a'] = { $ref: '#/components/schemas/Loop' };
    node.properties['b'] = { $ref: '#/components/schemas/Loop' };
    const circular = new References({ components: { schemas: { Loop: node } } });
    const sample = sampleOf({ $ref: '#/components/schemas/Loop' }, circular);
    expect(JSON.stringify(sample).length).toBeLessThan(10_000);
  });

  test('accepts any JSON as a schema', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (schema) => {
        sampleOf(schema, references);
        schemaNode('any', schema, references).children();
      }),
    );
  });
});

describe('checkValue()', () => {
  const schema = {
    type: 'object',
    properties: { amount: { type: 'integer', minimum: 1 }, account: ref('Account') },
    required: ['amount'],
  };

  test('accepts a value that fits, with references to components', () => {
    expect(checkValue(schema, { amount: 1, account: { id: '1' } }, { components })).toEqual([]);
  });

  test('reports the place of each problem once', () => {
    const problems = checkValue(schema, { amount: 0, account: { id: 1 } }, { components });
    expect(problems.map(({ path }) => path)).toEqual(['/amount', '/account/id']);
    expect(checkValue(schema, {}, { components })).toMatchObject([
      { path: '', message: expect.stringContaining('amount') as string },
    ]);
  });

  test('reports the names that lead to a problem without encoding them', () => {
    const named = { additionalProperties: { type: 'string' } };
    const problems = checkValue(named, { 'a b#c': 1, 'ž/%23': 1 }, {});
    expect(problems.map(({ path }) => path)).toEqual(['/a b#c', '/ž~1%23']);
  });
});
