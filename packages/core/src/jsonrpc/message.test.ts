import { describe, expect, test } from 'vitest';
import { parseMessage, readJson } from './message.js';

const limits = { maxBatchSize: 3, allowsBatches: true };

describe('parseMessage()', () => {
  test.each([null, 1, 'text', {}])('returns a single item for %j', (value) => {
    expect(parseMessage(value, limits)).toEqual({ kind: 'single', item: value });
  });

  test.each([[[1]], [[[]]], [[1, 2, 3]]])('returns a batch for %j', (value) => {
    expect(parseMessage(value, limits)).toEqual({ kind: 'batch', items: value });
  });

  test.each<[unknown, string, string]>([
    [[], 'empty_batch', 'A batch must not be empty'],
    [[1, 2, 3, 4], 'batch_too_large', 'A batch may contain at most 3 requests'],
  ])('rejects %j as a whole', (value, type, msg) => {
    expect(parseMessage(value, limits)).toEqual({
      kind: 'rejected',
      problem: { loc: [], msg, type },
    });
  });

  test.each([[[]], [[1]]])('rejects %j on the route of a method', (value) => {
    expect(parseMessage(value, { ...limits, allowsBatches: false })).toMatchObject({
      kind: 'rejected',
      problem: { type: 'batch', msg: 'The route of a method does not accept batches' },
    });
  });
});

describe('readJson()', () => {
  test.each<[string, unknown]>([
    ['{"a":1}', { a: 1 }],
    [' \t\r\n[1] \n', [1]],
    ['"text"', 'text'],
    ['null', null],
    ['false', false],
    ['\ufeff[1]', [1]],
    ['{"a":1,"a":2}', { a: 2 }],
    [String.raw`"\ud800"`, '\ud800'],
  ])('parses %j', (text, value) => {
    expect(readJson(text)).toEqual({ ok: true, value });
  });

  test('parses __proto__ as an ordinary member', () => {
    const read = readJson('{"__proto__":{"admin":true}}') as { ok: true; value: object };
    expect(Object.keys(read.value)).toEqual(['__proto__']);
    expect('admin' in read.value).toBe(false);
  });

  test('parses 200,000 nested arrays', () => {
    expect(readJson('['.repeat(200_000) + ']'.repeat(200_000)).ok).toBe(true);
  });

  const invalidTexts = [
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
  ];
  test.each(invalidTexts.map((text) => [JSON.stringify(text).slice(0, 20), text]))(
    'rejects %s',
    (_, text) => {
      expect(readJson(text)).toEqual({ ok: false });
    },
  );
});
