import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';
import { testPages } from '../../test/test-pages.js';
import { guideSidebar, referenceSidebars } from './sidebar.js';

const folder = join(import.meta.dirname, '../..');
const pages = findPages(folder);

test('the sidebar lists every page except the home page', () => {
  const listed = guideSidebar.flatMap(({ items }) => items.map(({ link }) => link));
  const links = pages.map((page) => `/${page.replace(/(?:index)?\.md$/, '')}`);
  expect(listed.filter((link) => link !== '/reference/').toSorted()).toEqual(
    links.filter((link) => link !== '/').toSorted(),
  );
});

test.each(pages)('%s has a description for search results and llms.txt', (page) => {
  expect(readFileSync(join(folder, page), 'utf8')).toMatch(/^---\n(?:.+\n)*description: .{20,}\n/);
});

test('the sidebar of an entry point shows its names and links to the other entry points', () => {
  const items = [
    { text: 'Classes', items: [{ text: 'Api', link: '/reference/core/classes/Api' }] },
  ];
  const core = { text: '@jsonrpc-kit/core', link: '/reference/core/', items };
  const node = { text: '@jsonrpc-kit/node', link: '/reference/node/', items: [] };
  const written = testPages('sidebar', { 'sidebar.json': JSON.stringify([core, node]) });
  expect(referenceSidebars(join(written, 'sidebar.json'))['/reference/core/']).toEqual([
    {
      text: 'API reference',
      link: '/reference/',
      items: [
        { text: 'core', link: '/reference/core/', items, collapsed: false },
        { text: 'node', link: '/reference/node/' },
      ],
    },
  ]);
});

test('the sidebar of the reference needs the generated pages', () => {
  expect(() => referenceSidebars('missing.json')).toThrow('npm run reference');
});
