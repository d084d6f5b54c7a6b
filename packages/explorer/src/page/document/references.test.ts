import { describe, expect, test } from 'vitest';
import { References } from './references.js';

const references = new References({
  components: {
    schemas: {
      Name: { type: 'string', description: 'A name' },
      Alias: { $ref: '#/components/schemas/Name' },
      'a/b~c': { type: 'null' },
      One: { $ref: '#/components/schemas/Two' },
      Two: { $ref: '#/components/schemas/One' },
    },
  },
  list: [{ type: 'boolean' }],
});

describe('References', () => {
  test('follow references, and name the first component', () => {
    expect(references.resolve({ $ref: '#/components/schemas/Alias' })).toEqual({
      value: { type: 'string', description: 'A name' },
      name: 'Alias',
    });
  });

  test('prefer the members beside a reference', () => {
    const value = { $ref: '#/components/schemas/Name', description: 'The name of a customer' };
    expect(references.resolve(value).value['description']).toBe('The name of a customer');
  });

  test('do not copy a target that is larger than any schema', () => {
    const large = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`a${index}`, 1]));
    const { value } = new References({ large }).resolve({ $ref: '#/large', description: 'x' });
    expect(value).toBe(large);
  });

  test('decode pointers, also into arrays', () => {
    expect(references.resolve({ $ref: '#/components/schemas/a~1b~0c' }).value).toEqual({
      type: 'null',
    });
    expect(references.resolve({ $ref: '#/list/0' }).value).toEqual({ type: 'boolean' });
  });

  test('lead to anchors and to the $id of a schema', () => {
    const named = { $id: 'https://a.example/name', $anchor: 'name', type: 'string' };
    const anchors = new References({ components: { schemas: { Name: named } } });
    for (const $ref of ['#name', 'https://a.example/name']) {
      expect(anchors.resolve({ $ref })).toEqual({ value: named, name: 'Name' });
    }
  });

  test.each(['#/components/schemas/Missing', 'https://a.example/b.json', '#/__proto__', '#name'])(
    'report that %s is not in the document',
    (reference) => {
      const resolved = references.resolve({ $ref: reference });
      expect(resolved).toMatchObject({ value: {}, missing: reference });
    },
  );

  test('end for a circle of references', () => {
    expect(references.resolve({ $ref: '#/components/schemas/One' })).toMatchObject({ value: {} });
  });
});
