import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of an unpacked package, with slashes.
 *
 * @param {string} folder
 * @returns {string[]} relative to the folder
 */
export function packedFiles(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? packedFiles(folder, `${prefix}${entry.name}/`)
      : [`${prefix}${entry.name}`],
  );
}

/**
 * What the checks read of a package.json.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [bin]
 * @property {boolean | string[]} [sideEffects]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/**
 * @param {string} folder of the unpacked package
 * @returns {Manifest & Record<string, unknown>}
 */
export function packedManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
