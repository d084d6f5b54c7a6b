import { describe, expect, test } from 'vitest';
import { readJson } from './message.js';

describe('a body', () => {
  test.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    [' \t\r\n[1] \n', [1]],
    ['"text"', 'text'],
    ['null', null],
    ['false', false],
    ['\ufeff[1]', [1]],
    ['{"a":1,"a":2}', { a: 2 }],
    [String.raw`"\ud800"`, '\ud800'],
  ])('%j is read', (text, value) => {
    expect(readJson(text)).toEqual({ ok: true, value });
  });

  test('has __proto__ as a member like others', () => {
    const read = readJson('{"__proto__":{"admin":true}}') as { ok: true; value: object };
    expect(Object.keys(read.value)).toEqual(['__proto__']);
    expect('admin' in read.value).toBe(false);
  });

  test('may be nested as deep as it fits into the limit', () => {
    expect(readJson('['.repeat(200_000) + ']'.repeat(200_000)).ok).toBe(true);
  });

  test.each([
    '',
    ' ',
    '\n\t ',
    '\ufeff',
    '\ufeff\ufeff[1]',
    ' \ufeff[1]',
    '[1]\ufeff',
    '{"a":1',
    '[1]]',
    '{} {}',
    "{'a':1}",
    '{a:1}',
    '[1,]',
    '01',
    '+1',
    '.5',
    'NaN',
    'Infinity',
    'undefined',
    '"\n"',
    '// a comment\n1',
    '\u00a0[1]',
    '['.repeat(200_000),
  ])('%.20j is no JSON', (text) => {
    expect(readJson(text)).toEqual({ ok: false });
  });
});
