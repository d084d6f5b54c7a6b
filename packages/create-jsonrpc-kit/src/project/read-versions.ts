import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

/**
 * Returns the versions of all packages that a project can depend on: the development dependencies of this
 * package, with which the templates are tested.
 */
export function readVersions(): Readonly<Record<string, string>> {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return manifest.devDependencies;
}
