import { scope, type } from 'arktype';
import { describe, expect, test } from 'vitest';
import { convert, jsonOf } from '../../../test/convert.js';
import { componentName } from '../../components/component-names.js';

const text = { type: 'string' };
const date = { type: 'string', format: 'date-time' };

test('an arktype type without morphs has the same input and output', () => {
  const schema = type({ name: '1 <= string <= 9', 'age?': 'number.integer >= 0', at: 'Date' });
  for (const direction of ['input', 'output'] as const) {
    expect(jsonOf(schema, direction)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 9 },
        age: { type: 'integer', minimum: 0 },
        at: date,
      },
      required: ['at', 'name'],
    });
  }
});

test('an arktype default is optional as an input and required as an output', () => {
  const schema = type({ a: 'string = "x"' });
  expect(jsonOf(schema, 'input')).toEqual({
    type: 'object',
    properties: { a: text },
  });
  expect(jsonOf(schema, 'output')).toMatchObject({ required: ['a'] });
});

test('an arktype morph has the type before it as input and the one after it as output', () => {
  const schema = type('string').pipe(Number).to('number < 9');
  expect(jsonOf(schema, 'input')).toEqual(text);
  expect(jsonOf(schema, 'output')).toEqual({ type: 'number', exclusiveMaximum: 9 });
  expect(jsonOf(type('string.date.parse'), 'output')).toEqual(date);
});

test('an arktype type is open to members of a later version, unless it rejects other members', () => {
  const open = type({ '+': 'delete', nested: type({ '+': 'delete', a: 'string' }).array() });
  expect(JSON.stringify(jsonOf(open, 'output'))).not.toContain('additionalProperties');
  const closed = type({ '+': 'reject', a: 'string' });
  expect(jsonOf(closed, 'output')).toMatchObject({ additionalProperties: false });
  const numbers = type({ '[string]': 'number' });
  expect(jsonOf(numbers, 'output')).toMatchObject({ additionalProperties: { type: 'number' } });
});

test('a narrowed arktype type keeps its type', () => {
  expect(jsonOf(type('string').narrow(() => true))).toEqual(text);
  expect(jsonOf(type(/^a/).and(/b$/))).toEqual({
    type: 'string',
    pattern: '^a',
    allOf: [{ pattern: 'b$' }],
  });
});

test('an arktype union omits undefined', () => {
  expect(jsonOf(type({ 'a?': 'string | undefined' }))).toMatchObject({
    properties: { a: text },
  });
});

describe('an arktype type', () => {
  const { node } = scope({ node: { value: 'number', 'kids?': 'node[]' } }).export();

  test.each(['draft-2020-12', 'draft-07'] as const)(
    'becomes one component if it is recursive (%s)',
    (dialect) => {
      const $ref = '#/components/schemas/pay.Request.Part';
      expect(convert(node, 'input', dialect)).toEqual({
        json: { $ref },
        schemas: {
          'pay.Request.Part': {
            type: 'object',
            properties: {
              value: { type: 'number' },
              kids: { type: 'array', items: { $ref } },
            },
            required: ['value'],
          },
        },
      });
    },
  );

  test('with a component name becomes a component', () => {
    const Account = componentName('ArkAccount', type({ id: 'string' }));
    expect(convert(Account)).toEqual({
      json: { $ref: '#/components/schemas/ArkAccount' },
      schemas: { ArkAccount: { type: 'object', properties: { id: text }, required: ['id'] } },
    });
  });
});

describe('an arktype type without a JSON Schema', () => {
  test.each([
    ['bigint', type({ a: 'bigint' }), 'JSON has no bigint; use "string" with a morph'],
    ['symbol', type({ a: 'symbol' }), 'JSON has no symbol; use "string" with a morph'],
    ['map', type({ a: 'Map' }), 'JSON has no class Map; use the type of its JSON form'],
    ['instance', type.instanceOf(URL), 'JSON has no class URL'],
    ['a unit that is not JSON', type.unit(1n), 'JSON has no bigint'],
    [
      'elements after a variadic element',
      type(['...', 'string[]', 'number']),
      'after a variadic element',
    ],
  ])('is rejected with advice: %s', (_, schema, message) => {
    for (const direction of ['input', 'output'] as const) {
      expect(() => jsonOf(schema, direction)).toThrow(
        'method "pay", parameter "amount": cannot describe the schema',
      );
      expect(() => jsonOf(schema, direction)).toThrow(message);
    }
  });

  test('is rejected as an output after a morph of unknown type', () => {
    const size = type('string').pipe((word) => word.length);
    const schema = type({ a: type({ size }).array() });
    expect(jsonOf(schema, 'input')).toMatchObject({
      properties: { a: { items: { properties: { size: text } } } },
    });
    expect(() => jsonOf(schema, 'output')).toThrow(
      'the output type of the morph at .a[].size is unknown; add it with .to(…)',
    );
    expect(() => jsonOf(size, 'output')).toThrow('the output type of the morph is unknown');
  });

  test('is accepted if its input is unknown too', () => {
    expect(jsonOf(type({ a: 'unknown' }), 'output')).toMatchObject({ properties: { a: {} } });
  });
});

test('a schema of a library without JSON Schema support is rejected with advice', () => {
  const schema = {
    '~standard': { version: 1, vendor: 'homemade', validate: () => ({ value: 1 }) },
  };
  expect(() => jsonOf(schema as never)).toThrow(
    'its library, homemade, does not support ~standard.jsonSchema. Update the library, or declare ' +
      'its JSON form with documentAs(',
  );
});

test('a schema of any library is converted by its own ~standard.jsonSchema', () => {
  const user = { type: 'object', properties: { age: { $ref: '#/$defs/Age' } }, required: ['age'] };
  const converter =
    (direction: string) =>
    ({ target }: { readonly target: string }) => ({
      ...user,
      description: `${direction} ${target}`,
      $defs: { Age: { type: 'integer' } },
    });
  const schema = {
    '~standard': {
      version: 1,
      vendor: 'homemade',
      validate: () => ({ value: { age: 1 } }),
      jsonSchema: { input: converter('input'), output: converter('output') },
    },
  };
  expect(jsonOf(schema as never, 'input')).toMatchObject({ description: 'input draft-2020-12' });
  expect(jsonOf(schema as never, 'output')).toMatchObject({
    description: 'output draft-2020-12',
    properties: { age: { $ref: expect.stringMatching(/Age$/) as unknown } },
  });
});
