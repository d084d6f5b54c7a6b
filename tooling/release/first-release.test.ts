import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { publicPackages } from './public-packages.mjs';

/** The pages that say that nothing is published yet. */
const pages = [
  'README.md',
  'docs/index.md',
  'docs/start/index.md',
  'docs/tutorial/deployment.md',
  'docs/guide/stability.md',
  'packages/create-jsonrpc-kit/README.md',
];

test('the pages say that nothing is published yet, until there is a version', () => {
  const isUnreleased = publicPackages().every(({ version }) => version === '0.0.0');
  const found = pages.filter((page) =>
    /before[ -]the[ -]first[ -]release/i.test(
      readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8'),
    ),
  );
  expect(found).toEqual(isUnreleased ? pages : []);
});
