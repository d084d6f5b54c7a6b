import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';
import { guide } from './sidebar.js';

const folder = join(import.meta.dirname, '../..');
const pages = findPages(folder);

test('the sidebar lists every page except the home page', () => {
  const listed = guide.flatMap(({ items }) => items.map(({ link }) => link));
  const links = pages.map((page) => `/${page.replace(/(?:index)?\.md$/, '')}`);
  expect(listed.filter((link) => link !== '/reference/').toSorted()).toEqual(
    links.filter((link) => link !== '/').toSorted(),
  );
});

test.each(pages)('%s has a description for search results and llms.txt', (page) => {
  expect(readFileSync(join(folder, page), 'utf8')).toMatch(/^---\n(?:.+\n)*description: .{20,}\n/);
});
