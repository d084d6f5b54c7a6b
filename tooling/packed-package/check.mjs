// Packs the package in the current folder as it would be published and looks at the tarball:
// `pnpm pack` puts real versions in place of `workspace:` and `catalog:`, so it needs pnpm.

import '../commands/require-node.mjs';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root, scriptEnvironment } from '../commands/workspace.mjs';
import { contentFaults } from './content-faults.mjs';

const folder = mkdtempSync(join(tmpdir(), 'packed-'));

/**
 * Runs a tool, whose output is only of interest where it fails.
 *
 * @param {string} command
 * @param {string[]} args
 */
function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: scriptEnvironment(),
    shell: process.platform === 'win32',
    encoding: 'utf8',
  });
  if (status === 0) return true;
  console.error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  process.exitCode = 1;
  return false;
}

try {
  if (run('pnpm', 'pack', '--pack-destination', folder)) {
    const [name = ''] = readdirSync(folder);
    const tarball = join(folder, name);

    const isPublishable = run('publint', 'run', tarball, '--strict');
    const hasTypes = run('attw', tarball, '--profile', 'esm-only', '--format', 'ascii');
    const faults = run('tar', '-xzf', tarball, '-C', folder)
      ? contentFaults(join(folder, 'package'), root)
      : [];
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
    if (isPublishable && hasTypes && faults.length === 0) console.log(`${name} is fit to publish`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
