// Removes everything that a build or a check has made.

import './require-node.mjs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolders, root } from './workspace.mjs';

const made = ['dist', '.tsbuild', '.report', '.turbo', 'src/page/assets'];

for (const folder of ['.', ...projectFolders()]) {
  for (const name of made) rmSync(join(root, folder, name), { recursive: true, force: true });
}
