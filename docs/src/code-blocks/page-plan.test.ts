import { expect, test } from 'vitest';
import { planPage, sourceOf } from './page-plan.js';

const plan = (...lines: string[]): ReturnType<typeof planPage> =>
  planPage('page.md', lines.join('\n'));

test('joins blocks with the same name and keeps their line numbers', () => {
  const { files, problems } = plan('```ts [a.ts]', '1;', '```', '', '```ts [a.ts]', '2;', '```');
  expect(problems).toEqual([]);
  expect(files.map((file) => [file.name, sourceOf(file)])).toEqual([['a.ts', '\n1;\n\n\n\n2;\n']]);
});

test('treats each block without a name as a file', () => {
  const { files } = plan('```ts', '1;', '```', '```ts', '2;', '```');
  expect(files).toMatchObject([{ name: 'block-1.ts' }, { name: 'block-4.ts' }]);
});

test('treats the tabs of a group as variants of a file', () => {
  const { files } = plan('```ts a.ts [Hono]', '1;', '```', '', '```ts a.ts [node:http]', '```');
  expect(files).toMatchObject([{ name: 'a.hono.ts' }, { name: 'a.node-http.ts' }]);
});

test('collects the output of all pieces of a file', () => {
  const first = ['```ts [a.ts]', '1;', '```', '', '```text [prints]', 'one', '```', ''];
  const second = ['```ts [a.ts]', '2;', '```', '<!--', '```text [prints]', 'two', '```', '-->'];
  const { files, problems } = plan(...first, ...second, '```text [throws]', 'Error: no', '```');
  expect(problems).toEqual([]);
  expect(files).toMatchObject([
    { prints: [{ code: 'one\n' }, { code: 'two\n' }], throws: { code: 'Error: no\n' } },
  ]);
});

test.each([
  ['nothing above', ['```text [prints]', '```']],
  ['text between', ['```ts', '```', 'Text.', '', '```text [prints]', '```']],
  ['another block between', ['```ts', '```', '```sh', '```', '```text [throws]', '```']],
  ['a test above', ['```ts [a.test.ts]', '```', '```text [prints]', '```']],
])('reports an output block that does not follow its module: %s', (_name, lines) => {
  expect(plan(...lines).problems).toMatchObject([
    { line: lines.length - 1, message: expect.stringContaining('must follow directly') },
  ]);
});

test('reports a second [throws] of a module', () => {
  const throws = ['```text [throws]', 'Error: no', '```'];
  expect(plan('```ts', '```', ...throws, ...throws).problems).toEqual([
    { page: 'page.md', line: 6, message: 'a module can have one [throws] only' },
  ]);
});

test.each([
  ['json', '{ "a": 1, }', 'PropertyNameExpected'],
  ['json', '{ "a": 1 } // one', 'InvalidCommentToken'],
  ['jsonc', '{ "a" 1 } // one', 'ColonExpected'],
])('reports invalid %s: %s', (language, code, message) => {
  expect(plan('', `\`\`\`${language}`, code, '```').problems).toMatchObject([
    { line: 3, message: expect.stringContaining(message) },
  ]);
});

test('accepts comments in jsonc', () => {
  expect(plan('```jsonc', '{ "a": 1 } // one', '```').problems).toEqual([]);
});
