import { expect, test } from 'vitest';
import { percentile, quarters } from './latency.js';

test('a percentile is one of the values, in whatever order they came', () => {
  expect(percentile([3, 1, 2, 4], 0.5)).toBe(3);
  expect(percentile([3, 1, 2, 4], 0.99)).toBe(4);
  expect(percentile([], 0.99)).toBe(0);
});

test('the quarters are all of the values in their order', () => {
  expect(quarters([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ]);
  expect(quarters([1, 2, 3, 4, 5, 6, 7]).flat()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
