import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The result of one test. */
export interface TestOutcome {
  readonly status: string;
  /** The stacks of its errors, once for each time that Vitest reports them. */
  readonly errors: readonly string[];
}

export interface ProjectRun {
  readonly outcomes: ReadonlyMap<string, TestOutcome>;
  /** The output of Vitest. */
  readonly output: string;
}

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const projects = fileURLToPath(new URL('projects', import.meta.url));
const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);

/** Runs Vitest on the projects, most of whose tests fail on purpose. */
export async function runProjects(): Promise<ProjectRun> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-projects-'));
  try {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const output = await run(process.execPath, [vitest, 'run', '--root', projects, ...reporters]);
    return {
      output,
      outcomes: outcomesOf(JSON.parse(await readFile(report, 'utf8')) as JsonReport),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(command: string, words: readonly string[]): Promise<string> {
  const child = spawn(command, words, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return output;
}

/** Omits the variables of the Vitest that runs this test. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|NODE_OPTIONS|TEST$|MODE$|FORCE_COLOR)/.test(name),
  );
  return { ...Object.fromEntries(own), NO_COLOR: '1', CI: '1' };
}

function outcomesOf({ testResults }: JsonReport): Map<string, TestOutcome> {
  return new Map(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ title, status, failureMessages }) => [title, { status, errors: failureMessages }]),
  );
}
