import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';
import { pageSource } from './page-source.js';
import { HOME, siteMap } from './site-map.js';

const folder = fileURLToPath(new URL('../..', import.meta.url));
const listed = [HOME, ...siteMap.flatMap(({ pages }) => pages)];

test('every page is in one section', () => {
  const pages = findPages(folder).map((page) => page.replace(/\.md$/, ''));
  expect(listed.toSorted()).toEqual(pages);
});

test.each(listed)('%s has a title and a description', (name) => {
  expect(pageSource(folder, name)).toMatchObject({
    title: expect.stringMatching(/\S/),
    // One line of an overview.
    description: expect.stringMatching(/^.{20,200}$/),
  });
});
