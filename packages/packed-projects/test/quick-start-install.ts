import { catalogVersion } from './catalog-version.js';

export interface InstallSources {
  /** The registry of our packages. */
  readonly registry: string;
  /** Versions that override those of the catalog. */
  readonly versions: ReadonlyMap<string, string>;
}

/**
 * Adds the registry of our packages to the `npm install` commands of a script, and pins other packages
 * to the version of the catalog, so that the result doesn't change with their releases. A major version
 * on the page must equal that of the catalog.
 */
export function withSources(script: string, { registry, versions }: InstallSources): string {
  const options = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    `--@jsonrpc-kit:registry=${registry}`,
  ];
  return script.replaceAll(/^npm install (?<words>.*)$/gm, (_, words: string) => {
    const pinned = words.split(' ').map((word) => pinnedPackage(word, versions));
    return ['npm install', ...options, ...pinned].join(' ');
  });
}

function pinnedPackage(word: string, versions: ReadonlyMap<string, string>): string {
  if (word.startsWith('-')) return word;
  const { name, major } = /^(?<name>@?[^@]+)(?:@(?<major>\d+))?$/.exec(word)?.groups ?? {};
  if (name === undefined) throw new Error(`npm install: ${word} can't be pinned`);
  if (name.startsWith('@jsonrpc-kit/')) return word;
  const version = versions.get(name) ?? catalogVersion(name);
  if (major !== undefined && !version.startsWith(`${major}.`)) {
    throw new Error(`The page installs ${word}, and the catalog has ${version}`);
  }
  return `${name}@${version}`;
}
