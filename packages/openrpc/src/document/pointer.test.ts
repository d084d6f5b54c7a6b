import { expect, test } from 'vitest';
import { appendToPointer, parsePointer, valueAt } from './pointer.js';

test.each([
  ['', []],
  ['/items/0/sku', ['items', '0', 'sku']],
  ['/a~1b/~01', ['a/b', '~1']],
])('the pointer %j leads to %j', (pointer, keys) => {
  expect(parsePointer(pointer)).toEqual(keys);
  expect(keys.reduce(appendToPointer, '')).toBe(pointer);
});

test('a pointer leads to own members only', () => {
  const document = { list: [{ 'a/b': 1 }] };
  expect(valueAt(document, '/list/0/a~1b')).toBe(1);
  expect(valueAt(document, '/list/1/a')).toBeUndefined();
  expect(valueAt(document, '/__proto__')).toBeUndefined();
  expect(valueAt(document, '/constructor/name')).toBeUndefined();
});
