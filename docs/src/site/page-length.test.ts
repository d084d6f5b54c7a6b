import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPages } from '../code-blocks/find-pages.js';

const folder = join(import.meta.dirname, '../..');
const MAX_WORDS = 2_500;

/** Pages that are still to be split. The test fails if one of them is short enough to be removed here. */
const longPages = [
  'benchmarks-limits.md',
  'guide/api-schemas.md',
  'guide/client.md',
  'guide/databases.md',
  'guide/errors.md',
  'guide/middlewares-and-context.md',
  'guide/subscriptions.md',
  'guide/testing.md',
  'guide/threat-model.md',
  'guide/uploads.md',
  'guide/worker-methods.md',
];

test(`every page has fewer than ${MAX_WORDS} words, apart from the pages still to be split`, () => {
  const wordsOf = (page: string): number =>
    readFileSync(join(folder, page), 'utf8').trim().split(/\s+/).length;
  expect(findPages(folder).filter((page) => wordsOf(page) >= MAX_WORDS)).toEqual(longPages);
});
