import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkTypes } from './check-types.js';
import { EXTRACTED, ExtractedFiles } from './extracted-files.js';
import { sortedFaults, type Fault } from './fault.js';
import { findPages } from './find-pages.js';
import { pagePlan } from './page-plan.js';
import { runModules } from './run-modules.js';
import { runTests } from './run-tests.js';

/** What was checked, and what is wrong with it. */
export interface CheckResult {
  readonly pages: number;
  readonly files: number;
  readonly run: number;
  readonly tests: number;
  readonly faults: readonly Fault[];
}

/**
 * Checks the code blocks of pages: that they compile, print what they say, and that their tests pass.
 *
 * @param folder that of the pages
 * @param wanted only these pages: `guide/errors`
 */
export async function checkCodeBlocks(
  folder: string,
  wanted: readonly string[] = [],
): Promise<CheckResult> {
  const plans = findPages(folder, wanted).map((page) =>
    pagePlan(page, readFileSync(join(folder, page), 'utf8')),
  );
  mkdirSync(join(folder, EXTRACTED), { recursive: true });
  const extracted = new ExtractedFiles(folder, plans);
  extracted.write();

  const types = await checkTypes(extracted);
  const [runs, tests] = await Promise.all([runModules(extracted), runTests(extracted)]);
  const files = plans.flatMap((plan) => plan.files);
  return {
    pages: plans.length,
    files: files.length,
    run: files.filter(({ prints, throws }) => prints.length > 0 || throws !== undefined).length,
    tests: files.filter(({ name }) => name.endsWith('.test.ts')).length,
    faults: sortedFaults([...plans.flatMap((plan) => plan.faults), ...types, ...runs, ...tests]),
  };
}
