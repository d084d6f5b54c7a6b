import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EXTRACTED, type ExtractedFiles } from './extracted-files.js';
import type { Fault } from './fault.js';
import { pagePlace } from './page-place.js';
import { spawnNode } from './run/spawn-node.js';

/** The part of Vitest's report that is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the `*.test.ts` of the pages by Vitest, in one go. */
export async function runTests(extracted: ExtractedFiles): Promise<readonly Fault[]> {
  const pages = extracted.plans.filter(({ files }) => files.some(({ name }) => isTest(name)));
  if (pages.length === 0) return [];
  const folder = join(extracted.folder, EXTRACTED);
  // Of this process alone, as several may check pages at once.
  const config = join(folder, `vitest.${process.pid}.config.mjs`);
  const report = join(folder, `vitest.${process.pid}.json`);
  const projects = pages.map(({ page }) => project(extracted.pageFolder(page), page));
  writeFileSync(config, `export default ${JSON.stringify({ test: { projects } })};\n`);
  const args = ['run', '--root', folder, '--config', config];
  const { code, stdout, stderr } = await spawnNode(
    [vitest(), ...args, '--reporter', 'json', '--outputFile', report],
    { cwd: folder, timeout: 300_000 },
  );
  const ran = existsSync(report);
  const faults = ran ? readReport(JSON.parse(readFileSync(report, 'utf8')), extracted) : [];
  for (const file of [config, report]) rmSync(file, { force: true });
  if (!ran || (code !== 0 && faults.length === 0)) {
    throw new Error(`vitest ended with ${code}\n${stdout}${stderr}`);
  }
  return faults;
}

const isTest = (name: string): boolean => name.endsWith('.test.ts');

/** A page that shows a configuration of Vitest has its tests run by it. */
function project(root: string, name: string): unknown {
  const own = join(root, 'vitest.config.ts');
  return existsSync(own) ? own : { root, test: { name, root, include: ['**/*.test.ts'] } };
}

function vitest(): string {
  const manifest = createRequire(import.meta.url).resolve('vitest/package.json');
  return join(dirname(manifest), 'vitest.mjs');
}

function readReport({ testResults }: Report, extracted: ExtractedFiles): readonly Fault[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const here = { page: extracted.pageOf(name) ?? name, line: lineOf(name, extracted) };
    const failed = assertionResults.filter((result) => result.status === 'failed');
    const unfinished = assertionResults.filter(({ status: s }) => s !== 'failed' && s !== 'passed');
    return [
      ...failed.map(({ fullName, failureMessages }) => {
        const text = failureMessages.join('\n');
        return { ...(pagePlace(text, extracted) ?? here), message: `"${fullName}" fails\n${text}` };
      }),
      ...unfinished.map((result) => ({
        ...here,
        message: `"${result.fullName}" was not run: ${result.status}`,
      })),
      ...(status === 'failed' && failed.length === 0
        ? [{ ...here, message: `the tests fail\n${message}` }]
        : []),
      ...(status === 'passed' && assertionResults.length === 0
        ? [{ ...here, message: 'no test in it' }]
        : []),
    ];
  });
}

function lineOf(file: string, extracted: ExtractedFiles): number {
  const page = extracted.plans.find((plan) => plan.page === extracted.pageOf(file));
  return page?.files.find(({ name }) => file.endsWith(name))?.line ?? 1;
}
