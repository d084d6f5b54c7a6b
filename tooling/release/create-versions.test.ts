import { expect, test } from 'vitest';

import { publicPackages } from './public-packages.mjs';

// New projects depend on the versions that were current when create-jsonrpc-kit was released. All public
// packages are linked, so those that are released together have the same and highest version.
test('create-jsonrpc-kit is released with the newest version of the other packages', () => {
  const versions = new Map(publicPackages().map(({ name, version }) => [name, version]));
  const [newest] = [...versions.values()].toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  expect(versions.get('create-jsonrpc-kit')).toBe(newest);
});
