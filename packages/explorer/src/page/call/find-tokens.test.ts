import { expect, test } from 'vitest';
import type { HttpInput } from '../document/api-model.js';
import { findTokens, tokenInputs } from './find-tokens.js';

test.each([
  [{ token: 'abc', name: 'Alice' }, ['token=abc']],
  [
    { user: { id: 1, accessToken: 'abc' }, refresh_token: 'def' },
    ['user.accessToken=abc', 'refresh_token=def'],
  ],
  [{ token: 5, jwt: 'with space', secret: '' }, []],
  [{ token: 'x'.repeat(20_001) }, []],
  [{ a: { b: { c: { d: { token: 'deep' } } } } }, []],
  [
    Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`token${index}`, 't'])),
    ['token0=t', 'token1=t', 'token2=t'],
  ],
  ['abc', []],
  [null, []],
])('finds the tokens in the result %j by the names of its members', (result, expected) => {
  const found = findTokens('pay', result).map(({ path, value }) => `${path}=${value}`);
  expect(found).toEqual(expected);
});

test('finds a token that is the whole result of a login', () => {
  expect(findTokens('users.login', 'abc')).toEqual([{ path: '', value: 'abc' }]);
  expect(findTokens('users.login', 'Welcome back!')).toEqual([]);
});

test('offers the credentials that consist of one token', () => {
  const inputs = [
    { key: 'a', kind: 'bearer', isCredential: true },
    { key: 'b', kind: 'header', isCredential: true },
    { key: 'c', kind: 'header', isCredential: false },
    { key: 'd', kind: 'basic', isCredential: true },
    { key: 'e', kind: 'cookie', isCredential: true },
  ] as unknown as readonly HttpInput[];
  expect(tokenInputs(inputs).map(({ key }) => key)).toEqual(['a', 'b']);
});
