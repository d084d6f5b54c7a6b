import { catalogVersion } from '@jsonrpc-kit/test-support/catalog-version';

export interface InstallSources {
  /** The registry of our packages. */
  readonly registry: string;
  /** The tarball of the command that creates a project. */
  readonly createTarball: string;
}

/**
 * Adds the registry of our packages to the `npm install` commands of a script, and pins other packages
 * to the version of the catalog, so that the result doesn't change with their releases. A major version
 * on the page must equal that of the catalog. `npm create` runs the packed command.
 */
export function withSources(script: string, { registry, createTarball }: InstallSources): string {
  const options = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    `--@jsonrpc-kit:registry=${registry}`,
  ];
  return script
    .replaceAll(
      /^npm create jsonrpc-kit@latest (?<folder>\S+) -- /gm,
      (_, folder: string) =>
        `npm exec --yes --package='${createTarball}' -- create-jsonrpc-kit ${folder} `,
    )
    .replaceAll(/^npm install\b(?<args>.*)$/gm, (_, args: string) => {
      const pinned = args.split(' ').filter(Boolean).map(pinnedPackage);
      return ['npm install', ...options, ...pinned].join(' ');
    });
}

function pinnedPackage(arg: string): string {
  if (arg.startsWith('-')) return arg;
  const { name, major } = /^(?<name>@?[^@]+)(?:@(?<major>\d+))?$/.exec(arg)?.groups ?? {};
  if (name === undefined) throw new Error(`npm install: ${arg} can't be pinned`);
  if (name.startsWith('@jsonrpc-kit/')) return arg;
  const version = catalogVersion(name);
  if (major !== undefined && !version.startsWith(`${major}.`)) {
    throw new Error(`The page installs ${arg}, and the catalog has ${version}`);
  }
  return `${name}@${version}`;
}
