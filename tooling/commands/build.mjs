// Builds what the arguments name, or everything: `node tooling/commands/build.mjs [folder…]`.

import './require-node.mjs';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from './run-command.mjs';
import { packageScripts, projectFolders, root } from './workspace.mjs';

// `tsc -b` trusts its notes and never looks whether the output is still there.
for (const folder of projectFolders()) {
  if (!existsSync(join(root, folder, 'dist'))) {
    rmSync(join(root, folder, '.tsbuild'), { recursive: true, force: true });
  }
}

// What the compiler takes up but is no source of ours: a package's script `assets` writes it.
const commands = projectFolders().flatMap((folder) => {
  const { assets } = packageScripts(folder);
  return assets === undefined ? [] : [{ commandLine: assets, folder }];
});
commands.push({ commandLine: ['tsc', '-b', ...process.argv.slice(2)].join(' '), folder: '.' });

for (const { commandLine, folder } of commands) {
  const { ok } = await runCommand(commandLine, folder);
  process.exitCode = ok ? 0 : 1;
  if (!ok) break;
}
