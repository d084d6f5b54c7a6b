import { expect, test } from 'vitest';
import { HOME, siteMap } from '../site/site-map.js';
import { checkPages } from './check-pages.js';

const names = [HOME, ...siteMap.flatMap(({ pages }) => pages), 'reference/core'];

/** A site without a fault. */
const sound: Readonly<Record<string, string>> = {
  '404.html': '',
  'llms.txt': names.map((name) => `- [A](/${name}.md): a`).join('\n'),
  'llms-full.txt': names.map((name) => `---\nurl: /${name}.md\n---\n`).join('\n'),
  ...Object.fromEntries(
    names.flatMap((name) => [`${name}.html`, `${name}.md`].map((f) => [f, ''])),
  ),
};

const faultsWith = (planted: Record<string, string | undefined>): readonly string[] =>
  checkPages(
    new Map(
      Object.entries({ ...sound, ...planted }).flatMap(([file, content]) =>
        content === undefined ? [] : [[file, content]],
      ),
    ),
    '/',
  );

test('a sound site has no fault', () => {
  expect(faultsWith({})).toEqual([]);
});

test.each([
  [{ 'guide/errors.html': undefined }, ['guide/errors is not in the site']],
  [{ 'guide/errors.md': undefined }, ['guide/errors.md is not in the site']],
  [{ 'guide/errors.html': '<!--@include: ./a.md-->' }, ['guide/errors includes what is not there']],
  [
    { 'guide/new.html': '' },
    [
      'guide/new is in no section: docs/src/site/site-map.ts has them',
      'guide/new.md is not in the site',
      'guide/new is not in llms.txt',
      'guide/new is not in llms-full.txt',
    ],
  ],
])('%j', (planted, faults) => {
  expect(faultsWith(planted)).toEqual(faults);
});
