import { createMarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { typeHovers } from './type-hovers.js';

const hidden =
  '<!--\n```ts [sum.ts]\nexport function sum(a: number, b: number) {\n  return a + b;\n}\n```\n-->\n';
const visible = "```ts\nimport { sum } from './sum.js';\n\nexport const three = sum(1, 2);\n```\n";
const other = '```ts\nconst name = `{{ a }}`;\n```\n';

const folder = testPages('type-hovers', { 'index.md': `${hidden}\n${visible}`, 'other.md': other });
const md = await createMarkdownRenderer(folder, {
  codeTransformers: [typeHovers(folder, ['index'])],
});

test('shows the types of declared and called names, across the files of a page', () => {
  const text = md
    .render(visible)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');
  expect(text).toContain('const three: number');
  expect(text).toContain('function sum(a: number, b: number): number');
});

test('leaves the blocks of other pages unchanged', () => {
  expect(md.render(other)).toContain('v-pre');
  expect(md.render(other)).not.toContain('twoslash');
});
