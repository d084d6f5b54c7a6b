/**
 * The package.json of a package as it is published: with the addresses that only the root's has, and
 * without what is of use in the repository alone.
 *
 * @param {Record<string, unknown>} manifest
 * @param {{ repository?: unknown, homepage?: string, bugs?: unknown }} workspace the root's
 * @param {string} directory of the package in the repository
 * @returns {Record<string, unknown>}
 */
export function publishedManifest(manifest, { repository, homepage, bugs }, directory) {
  const { scripts: _, devDependencies: __, ...published } = manifest;
  if (repository !== undefined) {
    const address = typeof repository === 'string' ? { type: 'git', url: repository } : repository;
    published['repository'] = { ...Object(address), directory };
  }
  if (homepage !== undefined) published['homepage'] = homepage;
  if (bugs !== undefined) published['bugs'] = bugs;
  return published;
}
