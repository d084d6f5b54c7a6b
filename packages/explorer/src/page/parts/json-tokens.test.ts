import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonTokens } from './json-tokens.js';

test('jsonTokens() distinguishes names, strings, numbers and words', () => {
  const tokens = jsonTokens('{ "a": ["\\"b\\"", -1.5e3, true, null] }');
  expect(tokens.filter(([kind]) => kind !== '')).toEqual([
    ['name', '"a"'],
    ['string', '"\\"b\\""'],
    ['number', '-1.5e3'],
    ['word', 'true'],
    ['word', 'null'],
  ]);
});

test('jsonTokens() keeps every character of any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(
        jsonTokens(text)
          .map(([, part]) => part)
          .join(''),
      ).toBe(text);
    }),
  );
});

test('jsonTokens() does not split a very long text', () => {
  expect(jsonTokens('1,'.repeat(40_000)).length).toBe(1);
});
