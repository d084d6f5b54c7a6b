import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { valueRange } from './value-range.js';

function textAt(doc: string, loc: readonly (string | number)[], names?: readonly string[]): string {
  const state = EditorState.create({ doc, extensions: [json()] });
  const { from, to } = valueRange(state, loc, names);
  return doc.slice(from, to);
}

const doc = '{ "amount": -5, "items": [{ "sku": "a" }, { "sk\\u0075": "b" }], "ok": true }';

test.each<[readonly (string | number)[], string]>([
  [['amount'], '-5'],
  [['items', 1, 'sku'], '"b"'],
  [['items', '0', 'sku'], '"a"'],
  [['ok'], 'true'],
])('valueRange() finds the value at %j', (loc, text) => {
  expect(textAt(doc, loc)).toBe(text);
});

test.each<[readonly (string | number)[], string]>([
  [[], '{'],
  [['missing'], '{'],
  [['items'], '['],
  [['items', 7], '['],
  [['items', 0, 'missing'], '{'],
  [['amount', 'inner'], '-5'],
])('valueRange() finds the bracket or the value around %j', (loc, text) => {
  expect(textAt(doc, loc)).toBe(text);
});

test('valueRange() finds params by position by their names', () => {
  expect(textAt('["a", 5]', ['amount'], ['account', 'amount'])).toBe('5');
  expect(textAt('["a", 5]', [0], ['account', 'amount'])).toBe('"a"');
});

test('valueRange() finds the last of several members with the same name', () => {
  expect(textAt('{"a": 1, "a": 2}', ['a'])).toBe('2');
});

test.each(['', '  ', '{"a": ', '[1,', 'nothing', '{"a": {"b": 1'])(
  'valueRange() finds a range in the incomplete text %j',
  (text) => {
    const state = EditorState.create({ doc: text, extensions: [json()] });
    const { from, to } = valueRange(state, ['a', 'b']);
    expect(from).toBeLessThanOrEqual(to);
    expect(to).toBeLessThanOrEqual(text.length);
  },
);
