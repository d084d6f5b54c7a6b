/**
 * A package that is to be published.
 *
 * @typedef {object} ReleasedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} tarball
 * @property {readonly string[]} needs names of the packages that it depends on
 */

/**
 * Puts the packages in an order in which each comes after those that it needs: whoever installs in the
 * middle of a release finds them.
 *
 * @param {readonly ReleasedPackage[]} packages
 * @returns {ReleasedPackage[]}
 */
export function releaseOrder(packages) {
  /** @type {ReleasedPackage[]} */
  const ordered = [];
  let left = packages;
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ needs }) => !needs.some((name) => names.has(name)));
    if (ready.length === 0) throw new Error(`${[...names].join(', ')} need each other`);
    ordered.push(...ready);
    left = left.filter((one) => !ready.includes(one));
  }
  return ordered;
}
