import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run } from '@jsonrpc-kit/test-support/run';

/** The major versions of Yarn. They have different lockfiles. */
export type YarnVersion = 1 | 4;

/** The package managers that users have, and the packed command that creates a project. */
export interface Tools {
  /** The file to run. */
  readonly createCommand: string;
  /** The environment of a shell that finds the package managers, with a Node binary. */
  readonly environment: (node: string, yarn: YarnVersion) => NodeJS.ProcessEnv;
}

const packageManagers = {
  pnpm: '12.21.0',
  'yarn-1': 'npm:yarn@1.22.22',
  'yarn-4': 'npm:@yarnpkg/cli-dist@4.18.1',
  // The package "bun" would download this package in its install script.
  '@oven/bun-linux-x64': '1.4.5',
};

/** Installs the tools into a new folder. */
export async function installTools(folder: string, createTarball: string): Promise<Tools> {
  const dependencies = { ...packageManagers, 'create-jsonrpc-kit': `file:${createTarball}` };
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
  const modules = join(folder, 'node_modules');
  return {
    createCommand: join(modules, '.bin/create-jsonrpc-kit'),
    environment: (node, yarn) => {
      const folders = [
        dirname(node),
        join(modules, `yarn-${yarn}/bin`),
        join(modules, '.bin'),
        join(modules, '@oven/bun-linux-x64/bin'),
        // The steps of a Dockerfile install package managers into a folder of this variable.
        process.env['PATH'],
      ];
      return { PATH: folders.join(delimiter) };
    },
  };
}
