import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';

const folder = join(import.meta.dirname, '../..');

/** A page without its code, and without the blocks that readers don't see. */
const proseOf = (page: string): string =>
  readFileSync(join(folder, page), 'utf8')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/^(`{3,}).*?^\1/gms, '')
    .replaceAll(/`[^`]+`/g, '');

// The Markdown edition drops tags: 2<sup>53</sup> would become 253.
test('only the home page contains HTML', () => {
  expect(findPages(folder).filter((page) => /<\/?[a-z]/i.test(proseOf(page)))).toEqual([
    'index.md',
  ]);
});
