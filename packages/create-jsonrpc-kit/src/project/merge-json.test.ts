import { expect, test } from 'vitest';
import { mergeJson } from './merge-json.js';

test('objects are merged, and other values replaced', () => {
  const first = { a: { b: 1, c: [1, 2] }, d: 1 };
  const second = { a: { c: [3] }, d: { e: 1 }, f: null };
  expect(mergeJson(first, second)).toEqual({ a: { b: 1, c: [3] }, d: { e: 1 }, f: null });
});
