import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './workspace.mjs';

/** The commit that is checked out. */
export function currentCommit() {
  return git('rev-parse', 'HEAD');
}

/** The files that are not as the commit has them, one on a line. */
export function uncommitted() {
  return git('status', '--porcelain');
}

/** The changesets of which no version was made yet. */
export function pendingChangesets() {
  return readdirSync(join(root, '.changeset')).filter(
    (file) => file.endsWith('.md') && file !== 'README.md',
  );
}

/** @param {string[]} words */
function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout.trim();
}
