import { expect, test } from 'vitest';

import { publicPackages } from './public-packages.mjs';

const packages = publicPackages();
const names = new Set(packages.map(({ name }) => name));

// A new version outside the range of a peer dependency causes a major version of the package that
// declares it, and of all packages linked with it. Each minor version of 0.x is outside of `^0.1.0`.
test.each(packages)(
  '$name accepts every minor version of its peer dependencies from this repository',
  ({ version, peerDependencies = {} }) => {
    const range = version.startsWith('0.') ? 'workspace:0.x' : 'workspace:^';
    const own = Object.entries(peerDependencies).filter(([name]) => names.has(name));
    expect(own).toEqual(own.map(([name]) => [name, range]));
  },
);
