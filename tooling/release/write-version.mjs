// Writes the version of the core into its source, which can't import package.json on every runtime.
// Part of `npm run release:version`.

import { readFileSync, writeFileSync } from 'node:fs';

const core = new URL('../../packages/core/', import.meta.url);
const source = new URL('src/brand/brand.ts', core);

/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(new URL('package.json', core), 'utf8'));
const code = readFileSync(source, 'utf8');
writeFileSync(source, code.replace(/(?<=export const VERSION = ')[^']*/, version));
