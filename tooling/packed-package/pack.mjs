// Packs all public packages into a folder: `node tooling/packed-package/pack.mjs <folder>`.

import '../commands/require-node.mjs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { packOptions } from './pack-options.mjs';
import { publicPackages } from './public-packages.mjs';

const pnpm = fileURLToPath(new URL('../commands/pnpm.mjs', import.meta.url));
const [folder] = process.argv.slice(2);

if (folder === undefined) {
  console.error('Which folder the tarballs are to lie in has to be said');
  process.exitCode = 1;
} else {
  const filters = publicPackages().map(({ name }) => `--filter=${name}`);
  const words = [pnpm, ...filters, ...packOptions(resolve(folder))];
  // It would name each of the thousands of files.
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exitCode = status ?? 1;
}
