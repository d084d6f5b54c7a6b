import { expect, test } from 'vitest';
import { markdownFences } from './markdown-fences.js';

const lines = (...text: string[]): string => text.join('\n');

test('fences are found with what stands behind the backticks and where they stand', () => {
  const page = lines('# Title', '', '```ts [bank.ts]', 'one', 'two', '```', '', 'Text.');
  expect(markdownFences(page)).toEqual({
    fences: [{ info: 'ts [bank.ts]', code: 'one\ntwo\n', line: 3, endLine: 6 }],
    faults: [],
  });
});

test('a fence in a list loses its indentation', () => {
  const page = lines('- An item:', '', '  ```ts', '  one', '  ```');
  expect(markdownFences(page).fences).toEqual([{ info: 'ts', code: 'one\n', line: 3, endLine: 5 }]);
});

test('a fence in a container of VitePress is one', () => {
  const page = lines('::: code-group', '', '```ts [a.ts]', 'a', '```', '', ':::');
  expect(markdownFences(page).fences).toMatchObject([{ info: 'ts [a.ts]', line: 3 }]);
});

test('a fence in a comment counts, empty lines in it too', () => {
  const page = lines('Text.', '', '<!--', '```ts', 'one', '', 'two', '```', '-->', '```ts', '```');
  expect(markdownFences(page).fences).toEqual([
    { info: 'ts', code: 'one\n\ntwo\n', line: 4, endLine: 8 },
    { info: 'ts', code: '', line: 10, endLine: 11 },
  ]);
});

test('what looks like a fence in the frontmatter is none', () => {
  const page = lines('---', 'description: |', '  ```ts', '---', '', '```ts', 'one', '```');
  expect(markdownFences(page)).toMatchObject({ fences: [{ line: 6 }], faults: [] });
});

test.each([
  ['a fence that is not closed', lines('```ts', 'one'), 1, 'the block is not closed'],
  ['nor is one in a comment', lines('<!--', '```ts', '-->'), 2, 'the block is not closed'],
  ['code by indentation', lines('Text.', '', '    one'), 3, 'code by indentation'],
  ['a fence behind the mark of a comment', lines('<!-- ```ts', '```', '-->'), 1, 'marks'],
  ['a fence in HTML', lines('<div>', '```ts', '```', '</div>'), 1, 'a block in HTML'],
  ['code of another file', lines('<<< ./file.ts'), 1, 'code from another file'],
])('%s can not be checked', (_name, page, line, message) => {
  expect(markdownFences(page).faults).toEqual([
    { line, message: expect.stringContaining(message) },
  ]);
});
