/**
 * A budget of size-limit for an entry point, minified and compressed by gzip.
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
 * The size of an entry point with its dependencies, except peer dependencies.
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
 * The size of an entry point without its dependencies, which shows growth of a few lines.
 *
 * @param {string} path
 * @param {string} limit
 * @returns {SizeBudget}
 */
export function ownCode(path, limit) {
  return budget(`${path} without dependencies`, path, limit, {
    platform: 'node',
    packages: 'external',
  });
}

/**
 * @param {string} name
 * @param {string} path
 * @param {string} limit
 * @param {object} esbuildOptions
 * @returns {SizeBudget}
 */
export function budget(name, path, limit, esbuildOptions) {
  return {
    name,
    path,
    import: '*',
    gzip: true,
    limit,
    modifyEsbuildConfig: (options) => ({
      ...options,
      format: 'esm',
      target: 'es2022',
      ...esbuildOptions,
    }),
  };
}
