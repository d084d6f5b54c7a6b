// Builds what the arguments name, or everything: `node tooling/commands/build.mjs [folder…]`.

import './require-node.mjs';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from './run-command.mjs';
import { projectFolders, root } from './workspace.mjs';

// `tsc -b` trusts its notes and never looks whether the output is still there.
for (const folder of projectFolders()) {
  if (!existsSync(join(root, folder, 'dist'))) {
    rmSync(join(root, folder, '.tsbuild'), { recursive: true, force: true });
  }
}

const { ok } = await runCommand(['tsc', '-b', ...process.argv.slice(2)].join(' '));
process.exitCode = ok ? 0 : 1;
