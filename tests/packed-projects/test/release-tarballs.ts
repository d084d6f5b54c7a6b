/**
 * The folder with the tarballs of a release, which `npm run release:try` tests on every version of Node
 * and in a real edge runtime. Undefined in `npm test`, which packs new tarballs and uses the installed
 * Node.
 */
export const releaseTarballs: string | undefined = process.env['RELEASE_TARBALLS'];
