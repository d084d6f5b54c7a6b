import { expect, test } from 'vitest';

import { releaseRefusals } from './release-refusals.mjs';

const tarballs = { 'a-1.0.0.tgz': 'hash' };
const ready = {
  commit: 'c0ffee',
  uncommitted: '',
  changesets: [],
  record: { commit: 'c0ffee', tarballs },
  tarballs,
  repository: { type: 'git', url: 'git+https://git.example/kit.git' },
  provenance: true,
};

test('what was tried on this commit may be published', () => {
  expect(releaseRefusals(ready)).toEqual([]);
});

test.each([
  ['nothing was tried', { record: undefined }, 'Nothing was tried: npm run release:try'],
  [
    'another commit was tried',
    { record: { commit: 'beef', tarballs } },
    'What was tried is beef, and this is c0ffee: npm run release:try',
  ],
  [
    'a tarball is another one now',
    { tarballs: { 'a-1.0.0.tgz': 'other' } },
    'The tarballs are not those that were tried: npm run release:try',
  ],
  [
    'a tarball came in between',
    { tarballs: { ...tarballs, 'b-1.0.0.tgz': 'hash' } },
    'The tarballs are not those that were tried: npm run release:try',
  ],
  [
    'no tarball was tried',
    { record: { commit: 'c0ffee', tarballs: {} }, tarballs: {} },
    'The tarballs are not those that were tried: npm run release:try',
  ],
  [
    'something is not committed',
    { uncommitted: ' M README.md' },
    'There are changes that are not committed:\n M README.md',
  ],
  [
    'a changeset has no version',
    { changesets: ['more.md'] },
    'No version was made of more.md: npx changeset version, and commit that',
  ],
])('it is refused where %s', (_, changed, refusal) => {
  expect(releaseRefusals({ ...ready, ...changed })).toEqual([refusal]);
});

test('with provenance it is refused where nobody has said what the repository is', () => {
  const [refusal, ...others] = releaseRefusals({ ...ready, repository: undefined });
  expect(others).toEqual([]);
  expect(refusal).toContain('"repository": { "type": "git", "url": "git+https://<host>');
  expect(refusal).toContain('npm run release -- --no-provenance');
  expect(releaseRefusals({ ...ready, repository: undefined, provenance: false })).toEqual([]);
});

test('all reasons are told at once', () => {
  const state = { ...ready, uncommitted: ' M a', changesets: ['b.md'], record: undefined };
  expect(releaseRefusals(state)).toHaveLength(3);
});
