import { fileURLToPath } from 'node:url';

const hooks = fileURLToPath(new URL('packing-hooks.mjs', import.meta.url));

/**
 * What pnpm is told to pack the selected packages as they are published: with real versions in place
 * of `workspace:` and `catalog:`, and with what the hooks make of the package.json.
 *
 * @param {string} destination the folder of the tarballs
 * @returns {string[]}
 */
export function packOptions(destination) {
  // Only for packing. As the workspace's own, each change of the hooks would ask for a new lockfile.
  return [`--config.pnpmfile=${hooks}`, 'pack', `--pack-destination=${destination}`];
}
