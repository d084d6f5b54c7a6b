import { expect, test } from 'vitest';
import { describeMethods } from '../description.js';
import { defineMethod, Entrypoint } from '../index.js';

test('a method keeps its declared effects, and its description returns them', () => {
  const v1 = new Entrypoint('/rpc');
  const remove = v1.method('remove', { effects: { destructive: true, repeatable: true } }, () => 1);
  expect(remove.effects).toEqual({ destructive: true, repeatable: true });
  expect(describeMethods(v1)[0]?.effects).toEqual({ destructive: true, repeatable: true });
});

test('a method without declared effects has none', () => {
  expect(defineMethod('any', {}, () => 1).effects).toEqual({});
});

test.each([
  ['is no object', true],
  ['has an unknown name', { readonly: true }],
  ['is neither true nor false', { readOnly: 'yes' }],
])('defineMethod() throws for an effect that %s', (_, effects) => {
  expect(() => defineMethod('any', { effects: effects as object }, () => 1)).toThrow(
    /^method "any": effects/,
  );
});
