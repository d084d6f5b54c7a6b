import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { publicPackages } from '../packed-package/public-packages.mjs';
import { root } from './workspace.mjs';

interface Manifest {
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function read(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
}

const names = publicPackages().map(({ name }) => name);

test('what is published has linked versions, all of it and nothing else', () => {
  const { linked } = read('.changeset', 'config.json') as { readonly linked: unknown };
  expect(linked).toEqual([names.toSorted()]);
});

// A version that leaves the range of a peer makes a major one of the package with the peer, and of
// all that are linked with it. `^0.1.0` is left by each minor version.
test.each(publicPackages())('$name takes every minor version of its own peers', ({ folder }) => {
  const { version, peerDependencies = {} } = read(folder, 'package.json') as Manifest;
  const range = version.startsWith('0.') ? 'workspace:0.x' : 'workspace:^';
  const own = Object.entries(peerDependencies).filter(([name]) => names.includes(name));
  expect(own).toEqual(own.map(([name]) => [name, range]));
});
