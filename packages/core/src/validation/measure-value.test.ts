import { expect, test } from 'vitest';
import { measureValue } from './validate.js';

test.each<[unknown, number, number]>([
  [1, 1, 0],
  [null, 1, 0],
  ['text', 1, 0],
  [[], 1, 0],
  [[1, 2, 3], 4, 1],
  [{ a: [1, { b: 2 }], c: null }, 6, 3],
])('%# %j has its size and depth', (value, size, depth) => {
  expect(measureValue(value)).toEqual({ size, depth });
});

test('a value that nests 100,000 levels is measured without recursion', () => {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  expect(measureValue(value).depth).toBe(10_000);
});

test('a value that holds itself ends', () => {
  const value: Record<string, unknown> = { other: 1 };
  value['self'] = value;
  value['again'] = value;
  expect(measureValue(value).size).toBeLessThan(4_000_000);
});
