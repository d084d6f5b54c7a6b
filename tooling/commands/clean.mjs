// Removes everything that a build or a check has made.

import './require-node.mjs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolders, root } from './workspace.mjs';

const made = ['dist', '.tsbuild', '.report', '.turbo'];

/**
 * What single folders have made beside that.
 *
 * @type {Record<string, readonly string[] | undefined>}
 */
const madeIn = {
  [join('packages', 'schema')]: ['src/page/assets'],
  docs: ['.code-blocks', '.vitepress/cache', '.vitepress/dist', 'reference'],
};

for (const folder of ['.', ...projectFolders()]) {
  for (const name of [...made, ...(madeIn[folder] ?? [])]) {
    rmSync(join(root, folder, name), { recursive: true, force: true });
  }
}
