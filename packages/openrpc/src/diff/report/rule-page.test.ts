import { expect, test } from 'vitest';
import { rulePage } from './rule-page.js';

test('the page of a rule is below the address of the documentation', () => {
  const page = 'https://docs.example/kit/guide/rules/method-removed';
  expect(rulePage('method-removed', 'https://docs.example/kit')).toBe(page);
  expect(rulePage('method-removed', 'https://docs.example/kit/')).toBe(page);
});
