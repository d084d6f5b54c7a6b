import { expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { findPages, findSkills, selectPages } from './find-pages.js';

const folder = testPages('find-pages/docs', {
  'index.md': '',
  'guide/errors.md': '',
  'guide/picture.png': '',
  'reference/core.md': '',
  'guide/rules/method-removed.md': '',
  '.vitepress/cache/page.md': '',
  'node_modules/package/README.md': '',
  '../packages/core/README.md': '',
  '../packages/core/skills/methods/SKILL.md': '',
  '../packages/node/README.md': '',
});
const skill = '../packages/core/skills/methods/SKILL.md';

test('finds the pages outside generated folders', () => {
  expect(findPages(folder)).toEqual(['guide/errors.md', 'index.md']);
});

test('finds the skills of the packages', () => {
  expect(findSkills(folder)).toEqual([skill]);
});

test.each([
  ['guide/errors', 'guide/errors.md'],
  ['guide/errors.md', 'guide/errors.md'],
  ['docs/guide/errors.md', 'guide/errors.md'],
  ['packages/core/skills/methods/SKILL.md', skill],
])('selects the page %s', (name, page) => {
  expect(selectPages(['guide/errors.md', 'index.md', skill], [name])).toEqual([page]);
});

test('selects all pages if none is named', () => {
  expect(selectPages(['index.md'], [])).toEqual(['index.md']);
});

test('throws if a wanted page does not exist', () => {
  expect(() => selectPages(['guide/errors.md'], ['guide/error'])).toThrow("doesn't exist");
});
