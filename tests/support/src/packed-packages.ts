import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

const pack = fileURLToPath(new URL('../../../tooling/release/pack.mjs', import.meta.url));

/** Packs the packages for publication. Returns the tarballs by the names of the packages. */
export async function packPackages(folder: string): Promise<ReadonlyMap<string, string>> {
  await run(process.execPath, [pack, folder], folder);
  return packedPackages(folder);
}

/** Returns the tarballs in a folder by the names of the packages. */
export function packedPackages(folder: string): ReadonlyMap<string, string> {
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  return new Map(
    tarballs.map((file) => [
      file.replace(/^(.*?)-\d.*$/, '$1').replace(/^jsonrpc-kit-/, '@jsonrpc-kit/'),
      join(folder, file),
    ]),
  );
}
