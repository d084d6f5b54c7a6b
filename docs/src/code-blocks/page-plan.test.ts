import { expect, test } from 'vitest';
import { pagePlan } from './page-plan.js';

const plan = (...lines: string[]): ReturnType<typeof pagePlan> =>
  pagePlan('page.md', lines.join('\n'));

test('blocks of one name are pieces of one file, each line where it stands on the page', () => {
  const { files, faults } = plan('```ts [a.ts]', '1;', '```', '', '```ts [a.ts]', '2;', '```');
  expect(faults).toEqual([]);
  expect(files).toMatchObject([{ name: 'a.ts', line: 1, source: '\n1;\n\n\n\n2;\n' }]);
});

test('a block without a name is a file of its own', () => {
  const { files } = plan('```ts', '1;', '```', '```ts', '2;', '```');
  expect(files).toMatchObject([{ name: 'block-1.ts' }, { name: 'block-4.ts' }]);
});

test('what a file prints is all that stands below its pieces', () => {
  const first = ['```ts [a.ts]', '1;', '```', '', '```text [prints]', 'one', '```', ''];
  const second = ['```ts [a.ts]', '2;', '```', '<!--', '```text [prints]', 'two', '```', '-->'];
  const { files, faults } = plan(...first, ...second, '```text [throws]', 'Error: no', '```');
  expect(faults).toEqual([]);
  expect(files).toMatchObject([
    { prints: [{ code: 'one\n' }, { code: 'two\n' }], throws: { code: 'Error: no\n' } },
  ]);
});

test.each([
  ['nothing above', ['```text [prints]', '```']],
  ['text between', ['```ts', '```', 'Text.', '', '```text [prints]', '```']],
  ['another block between', ['```ts', '```', '```sh', '```', '```text [throws]', '```']],
  ['a test above', ['```ts [a.test.ts]', '```', '```text [prints]', '```']],
])('what is printed stands directly below what prints it: %s', (_name, lines) => {
  expect(plan(...lines).faults).toMatchObject([
    { line: lines.length - 1, message: expect.stringContaining('directly below') },
  ]);
});

test('a module throws once', () => {
  const throws = ['```text [throws]', 'Error: no', '```'];
  expect(plan('```ts', '```', ...throws, ...throws).faults).toEqual([
    { page: 'page.md', line: 6, message: 'a module throws once' },
  ]);
});

test.each([
  ['json', '{ "a": 1, }', 'PropertyNameExpected'],
  ['json', '{ "a": 1 } // one', 'InvalidCommentToken'],
  ['jsonc', '{ "a" 1 } // one', 'ColonExpected'],
])('%s that is none: %s', (language, code, message) => {
  expect(plan('', `\`\`\`${language}`, code, '```').faults).toMatchObject([
    { line: 3, message: expect.stringContaining(message) },
  ]);
});

test('jsonc may have comments', () => {
  expect(plan('```jsonc', '{ "a": 1 } // one', '```').faults).toEqual([]);
});
