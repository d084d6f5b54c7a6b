// `npm run release`: publishes the very tarballs that `npm run release:try` has tried, and tags them.
//
//   --dry-run        npm looks at everything and publishes nothing
//   --no-provenance  for a registry that takes none, or a machine that can't give one

import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { currentCommit, pendingChangesets, uncommitted } from './release-checkout.mjs';
import { releaseOrder } from './release-order.mjs';
import { hashesOfTarballs, readRecord, releaseFolder } from './release-record.mjs';
import { releaseRefusals } from './release-refusals.mjs';
import { root } from './workspace.mjs';

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    'no-provenance': { type: 'boolean', default: false },
  },
});
const provenance = !options['no-provenance'];
const tarballs = hashesOfTarballs();

const refusals = releaseRefusals({
  commit: currentCommit(),
  uncommitted: uncommitted(),
  changesets: pendingChangesets(),
  record: readRecord(),
  tarballs,
  repository: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository,
  provenance,
});
if (refusals.length > 0) {
  console.error(`Nothing is published.\n\n${refusals.join('\n\n')}`);
  process.exitCode = 1;
} else {
  process.exitCode = release() ? 0 : 1;
}

function release() {
  const packages = releaseOrder(Object.keys(tarballs).map(packageIn));
  const published = packages.every((one) => isPublished(one) || publish(one));
  // Of those that have one already changesets says so, and goes on.
  return published && (options['dry-run'] || run('changeset', 'tag'));
}

/**
 * @param {string} file
 * @returns {import('./release-order.mjs').ReleasedPackage}
 */
function packageIn(file) {
  const tarball = join(releaseFolder, file);
  const { stdout } = spawnSync('tar', ['-xzOf', tarball, 'package/package.json'], {
    encoding: 'utf8',
  });
  const { name, version, dependencies, peerDependencies } = JSON.parse(stdout);
  return { name, version, tarball, needs: Object.keys({ ...dependencies, ...peerDependencies }) };
}

/** @param {import('./release-order.mjs').ReleasedPackage} one */
function isPublished({ name, version }) {
  const words = ['view', `${name}@${version}`, 'version'];
  const { status, stdout } = spawnSync('npm', words, { encoding: 'utf8', cwd: root });
  if (status !== 0 || stdout.trim() !== version) return false;
  console.log(`${name}@${version} is there already`);
  return true;
}

/** @param {import('./release-order.mjs').ReleasedPackage} one */
function publish({ name, version, tarball }) {
  const words = [
    'publish',
    tarball,
    '--access=public',
    `--provenance=${provenance}`,
    `--dry-run=${options['dry-run']}`,
    // Where the script itself is run silently, npm would be silent about its errors too.
    '--loglevel=warn',
  ];
  const published = run('npm', ...words);
  if (!published) {
    console.error(`${name}@${version} was not published. What was before it is; run it again`);
  }
  return published;
}

/**
 * @param {string} command
 * @param {string[]} words
 */
function run(command, ...words) {
  // npm may ask for a one-time password.
  const { status } = spawnSync(command, words, {
    cwd: root,
    env: process.env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}
