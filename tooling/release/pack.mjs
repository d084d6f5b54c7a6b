// Packs the public packages into a folder: `npm run release:pack -- <folder>`. pnpm replaces
// `workspace:` and `catalog:` by versions, but without the filters it would pack private packages as well.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { publicPackages } from './public-packages.mjs';

const [folder = '.report/release'] = process.argv.slice(2);
const destination = resolve(folder);
mkdirSync(destination, { recursive: true });

const filters = publicPackages().map(({ name }) => `--filter=${name}`);
const { status } = spawnSync(
  'npm',
  ['run', '-s', 'pnpm', '--', ...filters, 'pack', `--pack-destination=${destination}`],
  // pnpm lists every file on standard output.
  {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;
