import { readdirSync, readFileSync } from 'node:fs';

const packages = new URL('../../packages/', import.meta.url);

/**
 * The package.json of every package that is published.
 *
 * @returns {{ name: string, version: string, peerDependencies?: Record<string, string> }[]}
 */
export function publicPackages() {
  return readdirSync(packages)
    .map((folder) => JSON.parse(readFileSync(new URL(`${folder}/package.json`, packages), 'utf8')))
    .filter((manifest) => manifest.private !== true);
}
