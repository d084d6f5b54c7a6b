import { scope, type } from 'arktype';
import { describe, expect, test } from 'vitest';
import { jsonOf, written } from '../../../test/written.js';
import { componentName } from '../../components/component-name.js';

const text = { type: 'string' };
const date = { type: 'string', format: 'date-time' };

test('a schema of arktype', () => {
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

test('a default may be left out, but is always there', () => {
  const schema = type({ a: 'string = "x"' });
  expect(jsonOf(schema, 'input')).toEqual({
    type: 'object',
    properties: { a: text },
  });
  expect(jsonOf(schema, 'output')).toMatchObject({ required: ['a'] });
});

test('a morph: what comes in is before it, what goes out is what it is piped to', () => {
  const schema = type('string').pipe(Number).to('number < 9');
  expect(jsonOf(schema, 'input')).toEqual(text);
  expect(jsonOf(schema, 'output')).toEqual({ type: 'number', exclusiveMaximum: 9 });
  expect(jsonOf(type('string.date.parse'), 'output')).toEqual(date);
});

test('what narrows leaves the type as it is', () => {
  expect(jsonOf(type('string').narrow(() => true))).toEqual(text);
  expect(jsonOf(type(/^a/).and(/b$/))).toEqual({
    type: 'string',
    pattern: '^a',
    allOf: [{ pattern: 'b$' }],
  });
});

test('undefined, which JSON has not, is no option', () => {
  expect(jsonOf(type({ 'a?': 'string | undefined' }))).toMatchObject({
    properties: { a: text },
  });
});

describe('recursion and names', () => {
  const { node } = scope({ node: { value: 'number', 'kids?': 'node[]' } }).export();

  test.each(['draft-2020-12', 'draft-07'] as const)(
    'a recursive schema becomes one component (%s)',
    (dialect) => {
      const $ref = '#/components/schemas/pay.Request.Part';
      expect(written(node, 'input', dialect)).toEqual({
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

  test('a component name makes one too', () => {
    const Account = componentName('ArkAccount', type({ id: 'string' }));
    expect(written(Account)).toEqual({
      json: { $ref: '#/components/schemas/ArkAccount' },
      schemas: { ArkAccount: { type: 'object', properties: { id: text }, required: ['id'] } },
    });
  });
});

describe('what JSON has no words for fails, and says what to write', () => {
  test.each([
    ['bigint', type({ a: 'bigint' }), 'JSON has no bigint; write "string" and a morph'],
    ['symbol', type({ a: 'symbol' }), 'JSON has no symbol; write "string" and a morph'],
    ['map', type({ a: 'Map' }), 'JSON has no class Map; write what stands on the wire'],
    ['instance', type.instanceOf(URL), 'JSON has no class URL'],
    ['a unit that is no JSON', type.unit(1n), 'JSON has no bigint'],
    [
      'elements behind a variadic one',
      type(['...', 'string[]', 'number']),
      'behind a variadic one',
    ],
  ])('%s', (_, schema, message) => {
    for (const direction of ['input', 'output'] as const) {
      expect(() => jsonOf(schema, direction)).toThrow('method pay, parameter "amount": the schema');
      expect(() => jsonOf(schema, direction)).toThrow(message);
    }
  });

  test('what comes out of a morph', () => {
    const size = type('string').pipe((word) => word.length);
    const schema = type({ a: type({ size }).array() });
    expect(jsonOf(schema, 'input')).toMatchObject({
      properties: { a: { items: { properties: { size: text } } } },
    });
    expect(() => jsonOf(schema, 'output')).toThrow(
      'nobody knows what the morph at .a[].size gives: write .to(…) with the type of it',
    );
    expect(() => jsonOf(size, 'output')).toThrow('nobody knows what the morph gives');
  });

  test('but what is unknown from the beginning may be anything', () => {
    expect(jsonOf(type({ a: 'unknown' }), 'output')).toMatchObject({ properties: { a: {} } });
  });
});

test('a library that offers no JSON Schema is told of', () => {
  const schema = {
    '~standard': { version: 1, vendor: 'homemade', validate: () => ({ value: 1 }) },
  };
  expect(() => jsonOf(schema as never)).toThrow(
    'its library, homemade, offers no JSON Schema (~standard.jsonSchema); update the library, or ' +
      'say what stands on the wire with documentAs(',
  );
});
