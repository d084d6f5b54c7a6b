import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../.changeset/', import.meta.url);
const changesets = readdirSync(folder).filter((name) => /^(?!README).+\.md$/.test(name));

// `changeset version` reads them only for a release, and stops at the first one that it can't parse.
test.each(changesets)('the changeset %s names packages and says what has changed', (name) => {
  expect(readFileSync(new URL(name, folder), 'utf8')).toMatch(
    /^---\n(?:'(?:@jsonrpc-kit\/[a-z]+|create-jsonrpc-kit)': (?:patch|minor|major)\n)+---\n\n\S/,
  );
});
