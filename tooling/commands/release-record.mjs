import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './workspace.mjs';

/** Where the tarballs lie that were tried, with the record of it; `npm run clean` removes it. */
export const releaseFolder = join(root, '.report', 'release');

const recordFile = join(releaseFolder, 'tried.json');

/**
 * What has passed the trial. Just these files are published, so nothing is that was not tried.
 *
 * @typedef {object} ReleaseRecord
 * @property {string} commit
 * @property {Record<string, string>} tarballs the hash of each, by its file name
 */

/** @param {string} commit */
export function writeRecord(commit) {
  /** @type {ReleaseRecord} */
  const record = { commit, tarballs: hashesOfTarballs() };
  writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** @returns {ReleaseRecord | undefined} */
export function readRecord() {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : undefined;
}

/** @returns {Record<string, string>} */
export function hashesOfTarballs() {
  if (!existsSync(releaseFolder)) return {};
  const files = readdirSync(releaseFolder).filter((file) => file.endsWith('.tgz'));
  return Object.fromEntries(
    files.map((file) => {
      const content = readFileSync(join(releaseFolder, file));
      return [file, createHash('sha512').update(content).digest('base64')];
    }),
  );
}
