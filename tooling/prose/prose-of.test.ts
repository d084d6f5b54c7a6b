import { expect, test } from 'vitest';

import { proseOf } from './prose-of.mjs';

const source = `import { a } from './entry.js';
/** Opens \`the entry\`, see {@link Entry}.
 * @param entry - the entry */
const text = 'a response';
const key = 'response'; // By name.
const message = \`the \${key} was sent\`;
`;

test('proseOf() keeps comments and strings at their place, without code', () => {
  const prose = proseOf('a.ts', source);
  expect(prose.split('\n').map((line) => line.length)).toEqual(
    source.split('\n').map((line) => line.length),
  );
  expect(prose.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    '',
    'Opens , see .',
    'the entry */',
    'a response',
    'By name.',
    'the was sent',
    '',
  ]);
});
