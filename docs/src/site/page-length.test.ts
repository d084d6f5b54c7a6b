import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';

const folder = join(import.meta.dirname, '../..');
const MAX_WORDS = 2_500;

test(`every page has fewer than ${MAX_WORDS} words`, () => {
  const wordsOf = (page: string): number =>
    readFileSync(join(folder, page), 'utf8').trim().split(/\s+/).length;
  expect(findPages(folder).filter((page) => wordsOf(page) >= MAX_WORDS)).toEqual([]);
});
