import { catalogVersion } from '@jsonrpc-kit/test-support/catalog-version';

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
  return script.replaceAll(/^npm install (?<args>.*)$/gm, (_, args: string) => {
    const pinned = args.split(' ').map((arg) => pinnedPackage(arg, versions));
    return ['npm install', ...options, ...pinned].join(' ');
  });
}

function pinnedPackage(arg: string, versions: ReadonlyMap<string, string>): string {
  if (arg.startsWith('-')) return arg;
  const { name, major } = /^(?<name>@?[^@]+)(?:@(?<major>\d+))?$/.exec(arg)?.groups ?? {};
  if (name === undefined) throw new Error(`npm install: ${arg} can't be pinned`);
  if (name.startsWith('@jsonrpc-kit/')) return arg;
  const version = versions.get(name) ?? catalogVersion(name);
  if (major !== undefined && !version.startsWith(`${major}.`)) {
    throw new Error(`The page installs ${arg}, and the catalog has ${version}`);
  }
  return `${name}@${version}`;
}
