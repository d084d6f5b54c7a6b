// Packs the package in the current folder as it would be published and looks at the tarball:
// `pnpm pack` puts real versions in place of `workspace:` and `catalog:`, so it needs pnpm.

import '../commands/require-node.mjs';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root, scriptEnvironment } from '../commands/workspace.mjs';
import { packOptions } from './pack-options.mjs';
import { packageFaults } from './package-faults.mjs';
import { readmeFaults } from './readme-faults.mjs';

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

/** Pictures in it lie in the repository, and are not packed. */
function faultsOfReadme() {
  const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
  return readmeFaults(readFileSync('README.md', 'utf8'), name, existsSync);
}

try {
  if (run('pnpm', ...packOptions(folder))) {
    const [name = ''] = readdirSync(folder);
    const tarball = join(folder, name);

    const checks = [
      run('publint', 'run', tarball, '--strict'),
      run('attw', tarball, '--profile', 'esm-only', '--format', 'ascii'),
      run('size-limit'),
    ];
    const faults = run('tar', '-xzf', tarball, '-C', folder)
      ? [...packageFaults(join(folder, 'package'), root), ...faultsOfReadme()]
      : [];
    for (const fault of faults) console.error(`${name}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
    if (checks.every(Boolean) && faults.length === 0) console.log(`${name} is fit to publish`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
