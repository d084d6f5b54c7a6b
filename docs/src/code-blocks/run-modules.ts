import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import type { ExtractedPages } from './extracted-pages.js';
import { isRun, type ModuleFile } from './page-plan.js';
import type { Problem } from './problem.js';
import { runNode } from './run-node.js';

/** The time limit of a module, in milliseconds. */
const TIMEOUT = 60_000;

/** The compiled script, because the tests import the TypeScript sources. */
const RUN_MODULE = fileURLToPath(new URL('../../dist/code-blocks/run-module.js', import.meta.url));

/** Runs the modules that are followed by `[prints]` or `[throws]`, and compares. */
export async function runModules(extracted: ExtractedPages): Promise<readonly Problem[]> {
  const queue = new PQueue({ concurrency: availableParallelism() });
  const problems = await queue.addAll(
    extracted.plans.flatMap(({ page, files }) =>
      files.filter(isRun).map((file) => () => runModule(extracted, page, file)),
    ),
  );
  return problems.flat();
}

async function runModule(
  extracted: ExtractedPages,
  page: string,
  file: ModuleFile,
): Promise<readonly Problem[]> {
  const script = extracted.compiledFile(page, file);
  const args = ['--enable-source-maps', RUN_MODULE, script];
  const { code, stdout, stderr } = await runNode(args, dirname(script), TIMEOUT);
  const line = file.pieces[0]?.line ?? 1;
  if (code === undefined) {
    return [{ page, line, message: `still running after ${TIMEOUT / 1000} s` }];
  }
  const problems: Problem[] = [];
  const { throws, prints } = file;
  const thrown = code === 0 ? undefined : thrownError(stderr);
  if (thrown === undefined && code !== 0) {
    problems.push({ page, line, message: `exited with ${code}\n${stderr}` });
  } else if (thrown === undefined && throws !== undefined) {
    problems.push({ page, line: throws.line, message: 'nothing was thrown' });
  } else if (thrown !== undefined && throws === undefined) {
    const place = extracted.locate(thrown.stack) ?? { page, line };
    problems.push({ ...place, message: `unexpected error\n${thrown.stack}` });
  } else if (thrown !== undefined && throws !== undefined && !isEqual(throws.code, thrown.text)) {
    problems.push({ page, line: throws.line, message: `throws something else:\n${thrown.text}` });
  }
  const [first] = prints;
  if (first && !isEqual(prints.map((fence) => fence.code).join(''), stdout)) {
    problems.push({ page, line: first.line, message: `prints something else:\n${stdout}` });
  }
  return problems;
}

/** Reads the error that run-module.ts has written. */
function thrownError(
  stderr: string,
): { readonly text: string; readonly stack: string } | undefined {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  return last.startsWith('{"text":') ? JSON.parse(last) : undefined;
}

const isEqual = (expected: string, actual: string): boolean =>
  expected.replace(/\n$/, '') === actual.replace(/\n$/, '');
