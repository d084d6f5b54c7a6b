import { join } from 'node:path';
import { checkCopies } from './check-copies.js';
import { checkTypes } from './check-types.js';
import { ExtractedPages } from './extracted-pages.js';
import { isRun, isTest } from './page-plan.js';
import { sortProblems, type Problem } from './problem.js';
import { readPlan } from './read-plan.js';
import { runModules } from './run-modules.js';
import { runTests } from './run-tests.js';

/** The counts of what was checked, and the problems. */
export interface CheckResult {
  readonly pages: number;
  readonly files: number;
  readonly run: number;
  readonly tests: number;
  readonly problems: readonly Problem[];
}

/**
 * Checks the code blocks of pages: that they compile, that they print what the page shows, that
 * their tests pass, and that files of the repository are shown unchanged.
 *
 * @param folder the folder of the pages, in the root of the repository
 * @param pages their paths in the folder: `guide/errors.md`
 */
export async function checkCodeBlocks(
  folder: string,
  pages: readonly string[],
): Promise<CheckResult> {
  const plans = pages.map((page) => readPlan(folder, page));
  const extracted = new ExtractedPages(folder, plans);
  const types = await checkTypes(extracted);
  const [runs, tests] = await Promise.all([runModules(extracted), runTests(extracted)]);
  const files = plans.flatMap((plan) => plan.files);
  return {
    pages: plans.length,
    files: files.length,
    run: files.filter(isRun).length,
    tests: files.filter(isTest).length,
    problems: sortProblems([
      ...plans.flatMap(({ problems }) => problems),
      ...plans.flatMap((plan) => checkCopies(plan, join(folder, '..'))),
      ...types,
      ...runs,
      ...tests,
    ]),
  };
}
