import { expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { findPages } from './find-pages.js';

const folder = testPages('find-pages', {
  'index.md': '',
  'guide/errors.md': '',
  'guide/picture.png': '',
  'reference/core.md': '',
  '.vitepress/cache/page.md': '',
  'node_modules/package/README.md': '',
});

test('finds the pages outside generated folders', () => {
  expect(findPages(folder)).toEqual(['guide/errors.md', 'index.md']);
});

test.each(['guide/errors', 'guide/errors.md', 'docs/guide/errors.md'])(
  'finds the wanted page %s',
  (name) => {
    expect(findPages(folder, [name])).toEqual(['guide/errors.md']);
  },
);

test('throws if a wanted page does not exist', () => {
  expect(() => findPages(folder, ['guide/error'])).toThrow("doesn't exist");
});
