// `npm run release`: tests the packages, publishes those whose version is not on the registry yet, and
// tags them. Without the two checks below, `changeset publish` would also publish code without a new
// version, or code that is not committed.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** @param {string} commandLine */
const run = (commandLine) => spawnSync(commandLine, { shell: true, stdio: 'inherit' }).status === 0;

const isCommitted = () => {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
  return status === 0 && stdout === '';
};

const changesets = readdirSync('.changeset').filter(
  (file) => file.endsWith('.md') && file !== 'README.md',
);

if (changesets.length > 0) {
  console.error(`Nothing published: ${changesets.length} changesets. Run: npm run release:version`);
  process.exitCode = 1;
} else if (!isCommitted()) {
  console.error('Nothing published: commit or remove the changes that `git status` lists.');
  process.exitCode = 1;
} else {
  const isPublished =
    run('npm run release:try') && run('npm run -s pnpm -- exec changeset publish');
  process.exitCode = isPublished ? 0 : 1;
}
