/**
 * A budget of size-limit for what a door brings, minified and compressed by gzip.
 *
 * @typedef {object} SizeBudget
 * @property {string} name
 * @property {string} path
 * @property {string} import
 * @property {true} gzip
 * @property {string} limit
 * @property {(options: object) => object} modifyEsbuildConfig
 */

/**
 * What a user downloads to run this door anywhere: it and all that it depends on, but for its peers.
 *
 * @param {string} path
 * @param {string} limit
 * @returns {SizeBudget}
 */
export function withDependencies(path, limit) {
  return budget(`${path} with its dependencies`, path, limit, {
    conditions: ['worker', 'browser'],
  });
}

/**
 * The package's own code behind this door, which is where a few lines too many are seen.
 *
 * @param {string} path
 * @param {string} limit
 * @returns {SizeBudget}
 */
export function ownCode(path, limit) {
  return budget(`${path} alone`, path, limit, { platform: 'node', packages: 'external' });
}

/**
 * @param {string} name
 * @param {string} path
 * @param {string} limit
 * @param {object} how the options of esbuild
 * @returns {SizeBudget}
 */
export function budget(name, path, limit, how) {
  return {
    name,
    path,
    import: '*',
    gzip: true,
    limit,
    modifyEsbuildConfig: (options) => ({ ...options, format: 'esm', target: 'es2022', ...how }),
  };
}
