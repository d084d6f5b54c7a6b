import { expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { sidebar } from './sidebar.js';
import { siteMap } from './site-map.js';

const pages = Object.fromEntries(
  siteMap
    .flatMap((section) => section.pages)
    .map((name) => [`${name}.md`, `---\ndescription: A page.\n---\n# The ${name}\n`]),
);
const doors = [{ text: 'core', link: '/reference/core' }];

test('each page is named by its title', () => {
  const folder = testPages('sidebar', {
    ...pages,
    'reference/sidebar.json': JSON.stringify(doors),
  });
  const { '/': guide, '/reference/': reference } = sidebar(folder);
  expect(guide).toContainEqual({
    text: 'In production',
    items: [
      { text: 'The guide/limits-and-security', link: '/guide/limits-and-security' },
      { text: 'The guide/threat-model', link: '/guide/threat-model' },
      { text: 'The guide/deployment', link: '/guide/deployment' },
    ],
  });
  expect(guide).toMatchObject([
    { items: [{ text: 'The start/index', link: '/start/' }, {}, {}, {}, {}] },
    ...Array.from({ length: siteMap.length }, () => ({})),
  ]);
  expect(reference).toEqual([{ text: 'Reference', link: '/reference/', items: doors }]);
});

test('the reference has to be there', () => {
  expect(() => sidebar(testPages('sidebar-alone', pages))).toThrow('npm run reference');
});
