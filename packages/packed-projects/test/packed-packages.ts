import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

const pnpm = fileURLToPath(new URL('../../../tooling/commands/pnpm.mjs', import.meta.url));

/** What the projects install. */
const packages = ['core', 'node', 'hono', 'express', 'fastify', 'testing'] as const;

/** Packs the packages as they would be published; gives the tarballs by the packages' names. */
export async function packPackages(folder: string): Promise<ReadonlyMap<string, string>> {
  const filters = packages.map((name) => `--filter=@jsonrpc-kit/${name}`);
  await run(process.execPath, [pnpm, ...filters, 'pack', `--pack-destination=${folder}`], folder);
  const tarballs = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  return new Map(
    tarballs.map((file) => [
      file.replace(/^jsonrpc-kit-(.*?)-\d.*$/, '@jsonrpc-kit/$1'),
      join(folder, file),
    ]),
  );
}
