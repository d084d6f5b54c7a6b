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

test('the pages written by hand are found', () => {
  expect(findPages(folder)).toEqual(['guide/errors.md', 'index.md']);
});

test.each(['guide/errors', 'guide/errors.md', 'docs/guide/errors.md'])(
  'one is chosen: %s',
  (name) => {
    expect(findPages(folder, [name])).toEqual(['guide/errors.md']);
  },
);

test('one that is not there is refused', () => {
  expect(() => findPages(folder, ['guide/error'])).toThrow('there is no page');
});
