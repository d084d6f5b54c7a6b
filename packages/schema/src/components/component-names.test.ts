import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeComponentName } from './component-names.js';

test.each([
  ['withdraw', 'withdraw'],
  ['get_user', 'get_user'],
  ['a.b-c', 'a.b-c'],
  ['math/add', 'math_x2F_add'],
  ['größe', 'gr_xF6__xDF_e'],
  ['{id}', '_x7B_id_x7D_'],
  ['_x2F_', '_x5F_x2F_'],
])('escapeComponentName() turns %s into %s', (text, name) => {
  expect(escapeComponentName(text)).toBe(name);
});

test('escapeComponentName() maps different texts to different valid names', () => {
  const part = fc.constantFrom('_', 'x', '2', 'F', '/', 'é', '_x2F_', '\ud800', ' ', 'a');
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(escapeComponentName(one)).toMatch(/^[a-zA-Z0-9._-]*$/);
      expect(escapeComponentName(one) === escapeComponentName(other)).toBe(one === other);
    }),
    { numRuns: 2000 },
  );
});
