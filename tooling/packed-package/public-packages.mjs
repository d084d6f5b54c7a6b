import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolders, root } from '../commands/workspace.mjs';

/**
 * What is published: every package, tooling and example that is not private.
 *
 * @returns {{ name: string, folder: string }[]} the folder relative to the root
 */
export function publicPackages() {
  return projectFolders().flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return manifest.private === true ? [] : [{ name: manifest.name, folder }];
  });
}
