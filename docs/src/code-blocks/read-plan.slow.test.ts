import { expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { checkCodeBlocks } from './check-code-blocks.js';
import { sourceOf } from './page-plan.js';
import { readPlan } from './read-plan.js';

const block = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n`;

const TEST = `import { expect, test } from 'vitest';
import { one } from './one.js';
test('is a number', () => expect(one).toBeTypeOf('number'));`;

const folder = testPages('continued', {
  'first.md': block('ts [one.ts]', 'export const one = 1;') + block('ts [one.test.ts]', TEST),
  'second.md': `---\ncontinues: first\n---\n${block('ts [two.ts]', 'export const two = 2;')}`,
  'third.md': `---
continues: second
replaces: two.ts
---
${block('ts [one.ts]', "export const one = 1; // [!code --]\nexport const one = 'one'; // [!code ++]")}
${block('ts [two.ts]', 'export const two = 3;')}`,
  'wrong.md': `---\ncontinues: first\n---\n${block('ts [one.ts]', 'export const two = 2;\n// …')}`,
  'created.md': '---\ncontinues: npm create\n---\n',
});

const sourcesOf = (page: string): Record<string, string> =>
  Object.fromEntries(readPlan(folder, page).files.map((file) => [file.name, sourceOf(file)]));

test('a page begins with the files of the pages that it continues', () => {
  expect(sourcesOf('third.md')).toEqual({
    'one.test.ts': `${TEST}\n`,
    'one.ts': "export const one = 'one';\n",
    'two.ts': expect.stringMatching(/^\n+export const two = 3;\n$/),
  });
});

test('a page can begin with the project of npm create', () => {
  expect(Object.keys(sourcesOf('created.md'))).toEqual([
    'src/api.ts',
    'src/methods.test.ts',
    'src/methods.ts',
    'src/schemas.ts',
    'src/server.ts',
    'src/tracing.ts',
    'vitest.config.ts',
  ]);
});

test('reports lines that the pages before do not have', () => {
  expect(readPlan(folder, 'wrong.md').problems).toMatchObject([
    { page: 'wrong.md', line: 4, message: expect.stringContaining('not in the file') },
  ]);
});

test('runs the tests of the pages before with the changes of a page', async () => {
  const { tests, problems } = await checkCodeBlocks(folder, ['second.md', 'third.md']);
  expect(tests).toBe(2);
  expect(problems).toMatchObject([
    { page: 'third.md', line: 1, message: expect.stringContaining('"is a number" fails') },
  ]);
});
