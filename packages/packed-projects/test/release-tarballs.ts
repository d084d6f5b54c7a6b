/**
 * The folder with the tarballs that shall be released, where that is what is tried (by
 * `npm run release:try`): those very files, on every version of Node and in a real edge runtime.
 * Undefined in `npm test`, which packs tarballs of its own and makes do with the Node it runs on.
 */
export const triedTarballs: string | undefined = process.env['TRIED_TARBALLS'];
