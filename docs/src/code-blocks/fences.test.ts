import { expect, test } from 'vitest';
import { findFences } from './fences.js';

const lines = (...text: string[]): string => text.join('\n');

test('finds a fence with its info string and lines', () => {
  const page = lines('# Title', '', '```ts [bank.ts]', 'one', 'two', '```', '', 'Text.');
  expect(findFences(page)).toEqual({
    fences: [{ info: 'ts [bank.ts]', code: 'one\ntwo\n', line: 3, endLine: 6 }],
    problems: [],
  });
});

test('removes the indentation of a fence in a list', () => {
  const page = lines('- An item:', '', '  ```ts', '  one', '  ```');
  expect(findFences(page).fences).toEqual([{ info: 'ts', code: 'one\n', line: 3, endLine: 5 }]);
});

test('finds a fence in a VitePress container', () => {
  const page = lines('::: code-group', '', '```ts [a.ts]', 'a', '```', '', ':::');
  expect(findFences(page).fences).toMatchObject([{ info: 'ts [a.ts]', line: 3 }]);
});

test('finds a fence with empty lines in a comment', () => {
  const page = lines('Text.', '', '<!--', '```ts', 'one', '', 'two', '```', '-->', '```ts', '```');
  expect(findFences(page).fences).toEqual([
    { info: 'ts', code: 'one\n\ntwo\n', line: 4, endLine: 8 },
    { info: 'ts', code: '', line: 10, endLine: 11 },
  ]);
});

test('ignores the frontmatter', () => {
  const page = lines('---', 'description: |', '  ```ts', '---', '', '```ts', 'one', '```');
  expect(findFences(page)).toMatchObject({ fences: [{ line: 6 }], problems: [] });
});

test.each([
  ['an unclosed fence', lines('```ts', 'one'), 1, 'the block is not closed'],
  ['an unclosed fence in a comment', lines('<!--', '```ts', '-->'), 2, 'the block is not closed'],
  ['indented code', lines('Text.', '', '    one'), 3, 'indented code is not checked'],
  [
    'a fence on the first line of a comment',
    lines('<!-- ```ts', '```', '-->'),
    1,
    'separate lines',
  ],
  ['a fence in HTML', lines('<div>', '```ts', '```', '</div>'), 1, 'code in HTML'],
  ['imported code', lines('<<< ./file.ts'), 1, 'imported code'],
])('reports %s', (_name, page, line, message) => {
  expect(findFences(page).problems).toEqual([{ line, message: expect.stringContaining(message) }]);
});
