import { expect, test } from 'vitest';

import { proseOf } from './prose-of.mjs';

const source = `import { a } from './door.js';
/** Opens \`the door\`, see {@link Door}.
 * @param door - the door */
const text = 'an answer';
const key = 'answer'; // By hand.
const message = \`the \${key} was refused\`;
`;

test('keeps comments and strings at their place, without code', () => {
  const prose = proseOf('a.ts', source);
  expect(prose.split('\n').map((line) => line.length)).toEqual(
    source.split('\n').map((line) => line.length),
  );
  expect(prose.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))).toEqual([
    '',
    'Opens , see .',
    'the door */',
    'an answer',
    'By hand.',
    'the was refused',
    '',
  ]);
});
