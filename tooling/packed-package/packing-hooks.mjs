// Hooks of pnpm, which are run when a package is packed.

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root } from '../commands/workspace.mjs';
import { publishedManifest } from './published-manifest.mjs';

export const hooks = {
  /**
   * @param {Record<string, unknown>} manifest
   * @param {string} folder of the package
   */
  beforePacking(manifest, folder) {
    const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return publishedManifest(manifest, workspace, relative(root, folder).replaceAll('\\', '/'));
  },
};
