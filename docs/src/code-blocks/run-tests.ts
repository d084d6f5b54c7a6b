import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ExtractedPages } from './extracted-pages.js';
import { pageFolder } from './extracted-pages.js';
import { isTest } from './page-plan.js';
import type { Problem } from './problem.js';
import { runNode } from './run-node.js';

/** The part of Vitest's JSON report that is used. */
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

const VITEST = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);

/** The time limit of all tests together, in milliseconds. Many start PostgreSQL, which is slow on a busy machine. */
const TIMEOUT = 900_000;

/** Runs the `*.test.ts` of all pages with Vitest, in one run. */
export async function runTests(extracted: ExtractedPages): Promise<readonly Problem[]> {
  const pages = extracted.plans.filter(({ files }) => files.some(isTest));
  if (pages.length === 0) return [];
  const { folder } = extracted;
  // Other processes may check pages at the same time.
  const config = join(folder, `vitest.${process.pid}.config.mjs`);
  const report = join(folder, `vitest.${process.pid}.json`);
  const projects = pages.map(({ page }) => project(join(folder, pageFolder(page)), page));
  writeFileSync(config, `export default ${JSON.stringify({ test: { projects } })};\n`);
  const args = [
    'run',
    '--root',
    folder,
    '--config',
    config,
    '--reporter',
    'json',
    '--outputFile',
    report,
  ];
  const { code, stdout, stderr } = await runNode([VITEST, ...args], folder, TIMEOUT);
  const results: Report | undefined = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : undefined;
  for (const file of [config, report]) rmSync(file, { force: true });
  const problems = results?.testResults.flatMap((result) => problemsOf(result, extracted)) ?? [];
  if (results === undefined || (code !== 0 && problems.length === 0)) {
    throw new Error(`vitest exited with ${code}\n${stdout}${stderr}`);
  }
  return problems;
}

/** Returns the Vitest project of a page: its `[vitest.config.ts]`, if any, or one with defaults. */
function project(root: string, name: string): unknown {
  const own = join(root, 'vitest.config.ts');
  return existsSync(own) ? own : { root, test: { name, root, include: ['**/*.test.ts'] } };
}

function problemsOf(
  { name, status, message, assertionResults }: Report['testResults'][number],
  extracted: ExtractedPages,
): Problem[] {
  const page = extracted.pageOf(name) ?? name;
  const files = extracted.plans.find((plan) => plan.page === page)?.files;
  const line = files?.find((file) => name.endsWith(file.name))?.pieces[0]?.line ?? 1;
  const problems = assertionResults
    .filter((result) => result.status !== 'passed')
    .map((result) => {
      const text = result.failureMessages.join('\n');
      if (result.status !== 'failed') {
        return { page, line, message: `"${result.fullName}" was not run: ${result.status}` };
      }
      return {
        ...(extracted.locate(text) ?? { page, line }),
        message: `"${result.fullName}" fails\n${text}`,
      };
    });
  if (status === 'failed' && problems.length === 0) {
    problems.push({ page, line, message: `the tests fail\n${message}` });
  }
  return problems;
}
