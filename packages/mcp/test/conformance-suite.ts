import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledPrograms } from '@jsonrpc-kit/test-support/installed-programs';

const run = promisify(execFile);

/** The version whose scenarios `conformance-scenarios.ts` lists. */
export const CONFORMANCE_SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/** Runs the scenarios of 2026-07-28 against a server; returns the failed checks of each scenario. */
export async function runSuite(
  { folder, node }: InstalledPrograms,
  url: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const output = await mkdtemp(join(folder, 'output-'));
  const main = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const args = ['server', '--url', url, '--requirements', '2026-07-28', '-o', output];
  // The suite exits with 1 if any scenario fails, even one that doesn't apply.
  await run(node, [main, ...args], { maxBuffer: Infinity }).catch(() => undefined);
  const folders = await readdir(output);
  const results = folders.map(async (name) => {
    const scenario = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    const text = await readFile(join(output, name, 'checks.json'), 'utf8');
    const checks = JSON.parse(text) as readonly { readonly id: string; readonly status: string }[];
    const failed = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
    return [scenario, failed] as const;
  });
  return new Map(await Promise.all(results));
}
