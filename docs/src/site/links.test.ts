import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';
import { testPages } from '../../test/test-pages.js';

const folder = join(import.meta.dirname, '../..');

/** Blocks of code aren't links. The target of a picture is copied into the site, so it isn't one either. */
const CODE = /^ *(`{3,})[^`\n]*\n[\s\S]*?^ *\1`*$|`[^`\n]*`/gm;
const LINK = /(?<!!\[[^\]]*)\]\((?<target>[^)\s#]+)[^)]*\)/g;

/**
 * Lists the links of a page to files that the site doesn't have. `check-links` finds a missing file, but not one
 * that only the repository has, and VitePress checks only the links to pages.
 */
function brokenLinks(root: string, page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(CODE, '');
  const targets = Array.from(text.matchAll(LINK), ({ groups }) => groups?.['target'] ?? '');
  return targets.filter((target) => !/^[a-z]+:/.test(target) && !isServed(root, page, target));
}

function isServed(root: string, page: string, target: string): boolean {
  if (target.startsWith('/')) {
    return /\/[^/.]*$/.test(target) || existsSync(join(root, 'public', target));
  }
  const isOutside = relative(root, join(root, dirname(page), target)).startsWith('..');
  return target.endsWith('.md') && !isOutside;
}

test.each(findPages(folder))('%s links only to files that the site has', (page) => {
  expect(brokenLinks(folder, page)).toEqual([]);
});

test('a link to a file of the repository is broken on the site', () => {
  const text =
    '[a](../../examples/a.json) [b](./b.md#b) [c](/c.json) [d](https://d.example/d.json)';
  const root = testPages('links', { 'guide/page.md': `${text}\n\n\`[e](e.json)\` ![f](f.svg)\n` });
  expect(brokenLinks(root, 'guide/page.md')).toEqual(['../../examples/a.json', '/c.json']);
});
