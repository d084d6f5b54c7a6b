import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorSites } from './error-sites.js';
import { isOf, notDeclared } from './not-declared.js';
import { standsOn } from './stands-on.js';

const docs = join(import.meta.dirname, '../..');
const packages = join(docs, '../packages');
const page = readFileSync(join(docs, 'guide/declaration-errors.md'), 'utf8');

const PUBLISHED = 'client core express fastify hono node schema testing tracker worker'.split(' ');

const sites = PUBLISHED.flatMap((name) =>
  readdirSync(join(packages, name, 'src'), { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(path))
    .toSorted()
    .flatMap((path) => {
      const file = `${name}/src/${path.replaceAll('\\', '/')}`;
      return errorSites(file, readFileSync(join(packages, file), 'utf8'));
    }),
);

const declared = sites.filter((site) => !notDeclared.some((rule) => isOf(rule, site)));

describe('every error of a declaration stands on declaration-errors.md', () => {
  test('there are some', () => {
    expect(declared.length).toBeGreaterThan(40);
  });

  test.each(declared)('$file:$line', (site) => {
    expect(standsOn(page, site)).toBe(true);
  });
});

test.each(notDeclared)('$in has errors that are made when $when', (rule) => {
  expect(sites.filter((site) => isOf(rule, site))).not.toEqual([]);
});
