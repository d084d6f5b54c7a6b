/** What the page of a package on npm, an installation or a bundler reads. */
const needed = ['description', 'keywords', 'license', 'engines', 'exports', 'sideEffects', 'files'];

/** What is of use in this repository alone, and would only be read by those who wonder about it. */
const unwanted = ['scripts', 'devDependencies', 'private'];

/**
 * What a published package.json lacks, or has too much of.
 *
 * @param {Record<string, unknown>} manifest
 * @param {readonly string[]} files all that was packed
 * @returns {string[]}
 */
export function manifestFaults(manifest, files) {
  const { publishConfig, version } = manifest;
  const { access, provenance } = Object(publishConfig);
  return [
    ...needed
      .filter((field) => manifest[field] === undefined)
      .map((field) => `package.json has no "${field}"`),
    ...unwanted
      .filter((field) => manifest[field] !== undefined)
      .map((field) => `package.json still has "${field}"`),
    ...(access === 'public' && provenance === true
      ? []
      : ['publishConfig is not { "access": "public", "provenance": true }']),
    // The first one is written with the first version.
    ...(version === '0.0.0' || files.includes('CHANGELOG.md') ? [] : ['CHANGELOG.md is missing']),
  ];
}
