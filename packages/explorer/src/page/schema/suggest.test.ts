import { describe, expect, test } from 'vitest';
import { References } from '../document/references.js';
import { jsonCursor } from './json-cursor.js';
import { suggest } from './suggest.js';

/** Splits a text at `|`, where the cursor is. */
function cursorIn(text: string): ReturnType<typeof jsonCursor> {
  const position = text.indexOf('|');
  return jsonCursor(text.slice(0, position) + text.slice(position + 1), position);
}

describe('jsonCursor()', () => {
  test.each<[string, object]>([
    ['|', { path: [], kind: 'value', from: 0 }],
    ['{|', { path: [], kind: 'name', from: 1, names: [] }],
    ['{"am|', { path: [], kind: 'name', from: 1 }],
    ['{"a": |', { path: ['a'], kind: 'value', from: 6 }],
    ['{"a": tr|', { path: ['a'], kind: 'value', from: 6 }],
    ['{"a": 1, |}', { path: [], kind: 'name', from: 9, names: ['a'] }],
    ['{"a": {"b": |', { path: ['a', 'b'], kind: 'value' }],
    ['{"a": {|', { path: ['a'], kind: 'name', names: [] }],
    ['[1, |', { path: [1], kind: 'value' }],
    ['[{"a": 1}, {"b|', { path: [1], kind: 'name', names: [] }],
    ['{"a": "{[", "b": |', { path: ['b'], kind: 'value' }],
    ['{"a": "x|', { path: ['a'], kind: 'value', from: 6 }],
    ['{"a": "x, {y: [|', { path: ['a'], kind: 'value', from: 6 }],
    [String.raw`{"a": "x\|`, { path: ['a'], kind: 'value', from: 6 }],
    [String.raw`{"\u0061": |`, { path: ['a'], kind: 'value' }],
    ['{"a": 1.|', { path: ['a'], kind: 'value', from: 6 }],
    ['{"a": , "b": |', { path: ['b'], kind: 'value' }],
    ['{a: {|', { path: [''], kind: 'name' }],
  ])('finds what can be written at %s', (text, cursor) => {
    expect(cursorIn(text)).toMatchObject(cursor);
  });

  test.each(['{"a"|', '{"a": 1 |', '{} |'])('finds nothing that can be written at %s', (text) => {
    expect(cursorIn(text)).toBeUndefined();
  });
});

describe('suggest()', () => {
  const references = new References({
    components: {
      schemas: {
        Shape: {
          oneOf: [
            { properties: { kind: { const: 'circle' }, radius: { type: 'number' } } },
            { properties: { kind: { const: 'square' }, side: { type: 'number' } } },
          ],
        },
      },
    },
  });
  const schema = {
    type: 'object',
    required: ['amount'],
    properties: {
      amount: { type: 'integer', minimum: 5, description: 'In cents' },
      currency: { enum: ['EUR', 'CZK'] },
      express: { type: 'boolean', default: false },
      shapes: { type: 'array', items: { $ref: '#/components/schemas/Shape' } },
    },
  };
  const labels = (text: string): readonly string[] => {
    const cursor = cursorIn(text);
    return cursor === undefined
      ? []
      : suggest(schema, cursor, references).map(({ label }) => label);
  };

  test('suggests the names that an object does not have yet', () => {
    expect(labels('{|')).toEqual(['amount', 'currency', 'express', 'shapes']);
    expect(labels('{"amount": 1, |')).toEqual(['currency', 'express', 'shapes']);
  });

  test('inserts a name with a value that fits', () => {
    const cursor = cursorIn('{|');
    expect(cursor && suggest(schema, cursor, references)[0]).toEqual({
      label: 'amount',
      text: '"amount": 5',
      detail: 'integer, required',
      info: 'In cents',
    });
  });

  test('suggests the values of an enum, a default and a type', () => {
    expect(labels('{"currency": |')).toEqual(['"EUR"', '"CZK"']);
    expect(labels('{"express": |')).toEqual(['false', 'true']);
  });

  test('suggests the names and values of all alternatives', () => {
    expect(labels('{"shapes": [{|')).toEqual(['kind', 'radius', 'side']);
    const cursor = cursorIn('{"shapes": [{|');
    expect(cursor && suggest(schema, cursor, references)[0]?.text).toBe('"kind": "circle"');
    expect(labels('{"shapes": [{"kind": |')).toEqual(['"circle"', '"square"']);
  });

  test('suggests nothing where the schema describes nothing', () => {
    expect(labels('{"unknown": {|')).toEqual([]);
  });
});
