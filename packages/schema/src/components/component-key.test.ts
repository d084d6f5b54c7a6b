import fc from 'fast-check';
import { expect, test } from 'vitest';
import { componentKey } from './component-key.js';

test.each([
  ['withdraw', 'withdraw'],
  ['get_user', 'get_user'],
  ['a.b-c', 'a.b-c'],
  ['math/add', 'math_x2F_add'],
  ['größe', 'gr_xF6__xDF_e'],
  ['{id}', '_x7B_id_x7D_'],
  ['_x2F_', '_x5F_x2F_'],
])('%s has the key %s', (text, key) => {
  expect(componentKey(text)).toBe(key);
});

test('every text has a key, and no two have the same', () => {
  const part = fc.constantFrom('_', 'x', '2', 'F', '/', 'é', '_x2F_', '\ud800', ' ', 'a');
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(componentKey(one)).toMatch(/^[a-zA-Z0-9._-]*$/);
      expect(componentKey(one) === componentKey(other)).toBe(one === other);
    }),
    { numRuns: 2000 },
  );
});
