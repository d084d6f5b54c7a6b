import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolders, root } from './workspace.mjs';

/**
 * The part of a vitest JSON report that is counted.
 *
 * @typedef {object} TestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults
 */

const reportFile = join('.report', 'vitest.json');

/** Forgets what earlier runs reported: only what this run (or its cache) writes is counted. */
export function removeTestReports() {
  for (const folder of projectFolders()) rmSync(join(root, folder, reportFile), { force: true });
}

/** @returns {TestReport[]} */
export function readTestReports() {
  return projectFolders()
    .map((folder) => join(root, folder, reportFile))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * Sums the reports up. A test file that could not even be loaded holds no failed test, so it
 * counts as one failure itself.
 *
 * @param {readonly TestReport[]} reports
 */
export function countTests(reports) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const report of reports) {
    const unloaded = report.testResults.filter(
      (file) =>
        file.status === 'failed' &&
        !file.assertionResults.some((assertion) => assertion.status === 'failed'),
    );
    counts.passed += report.numPassedTests;
    counts.failed += report.numFailedTests + unloaded.length;
    counts.skipped += report.numPendingTests + report.numTodoTests;
  }
  return counts;
}
