import { expect, test } from 'vitest';
import { guidePage, rulePage } from './rule-page.js';

test('the page of a rule is below the address of the documentation', () => {
  const page = 'https://docs.example/kit/guide/rules/method-removed';
  expect(rulePage('method-removed', 'https://docs.example/kit')).toBe(page);
  expect(rulePage('method-removed', 'https://docs.example/kit/')).toBe(page);
  expect(guidePage('https://docs.example')).toBe('https://docs.example/guide/breaking-changes');
});

test('a rule has no page without an address of the documentation', () => {
  expect([rulePage('method-removed', ''), guidePage('')]).toEqual([undefined, undefined]);
});
