import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packedFiles } from './packed-files.mjs';

/** What a package must not carry to its users. */
const unwanted = [/\.test\./, /\.test-d\./, /\.bench\./, /\.tsbuildinfo$/, /^tsconfig/, /^\./];

/**
 * What is wrong with the content of an unpacked package that neither publint nor attw looks at.
 *
 * @param {string} folder the unpacked package
 * @param {string} root the top of the repository
 * @returns {string[]}
 */
export function contentFaults(folder, root) {
  const faults = [];
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');

  for (const protocol of ['workspace:', 'catalog:']) {
    if (manifest.includes(protocol)) faults.push(`package.json still has a "${protocol}" version`);
  }
  if (!existsSync(join(folder, 'README.md'))) faults.push('README.md is missing');
  if (read(join(folder, 'LICENSE')) !== read(join(root, 'LICENSE'))) {
    faults.push("LICENSE is not a copy of the repository's own");
  }
  for (const file of packedFiles(folder)) {
    if (unwanted.some((pattern) => pattern.test(file))) faults.push(`${file} must not be packed`);
  }
  return faults;
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
