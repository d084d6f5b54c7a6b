/**
 * What a release is judged by.
 *
 * @typedef {object} ReleaseState
 * @property {string} commit that is checked out
 * @property {string} uncommitted the files that are not as the commit has them
 * @property {readonly string[]} changesets of which no version was made yet
 * @property {import('./release-record.mjs').ReleaseRecord | undefined} record of the trial
 * @property {Readonly<Record<string, string>>} tarballs the hashes as they are now
 * @property {unknown} repository of the root package.json
 * @property {boolean} provenance whether it is to be published with one
 */

const addresses = `{
    "repository": { "type": "git", "url": "git+https://<host>/<owner>/<name>.git" },
    "homepage": "https://<where the documentation is>",
    "bugs": "https://<host>/<owner>/<name>/issues"
  }`;

/**
 * Why nothing may be published, each with what to do about it; empty where all is well.
 *
 * @param {ReleaseState} state
 * @returns {string[]}
 */
export function releaseRefusals(state) {
  const { commit, uncommitted, changesets, record, tarballs, repository, provenance } = state;
  const refusals = [];
  if (uncommitted !== '') {
    refusals.push(`There are changes that are not committed:\n${uncommitted}`);
  }
  if (changesets.length > 0) {
    refusals.push(
      `No version was made of ${changesets.join(', ')}: npx changeset version, and commit that`,
    );
  }
  if (record === undefined) {
    refusals.push('Nothing was tried: npm run release:try');
  } else if (record.commit !== commit) {
    refusals.push(`What was tried is ${record.commit}, and this is ${commit}: npm run release:try`);
  } else if (!isSame(record.tarballs, tarballs)) {
    refusals.push('The tarballs are not those that were tried: npm run release:try');
  }
  if (provenance && repository === undefined) {
    refusals.push(
      `Provenance says which repository a package was built from, and nobody has said which that is. ` +
        `Write into the root's package.json and commit, then npm run release:try:\n  ${addresses}\n` +
        `Or publish without provenance: npm run release -- --no-provenance`,
    );
  }
  return refusals;
}

/**
 * @param {Readonly<Record<string, string>>} tried
 * @param {Readonly<Record<string, string>>} now
 */
function isSame(tried, now) {
  const files = Object.keys(tried);
  return (
    files.length > 0 &&
    files.length === Object.keys(now).length &&
    files.every((file) => tried[file] === now[file])
  );
}
