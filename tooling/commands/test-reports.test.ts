import { expect, test } from 'vitest';

import { countTests } from './test-reports.mjs';

const report = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
  ],
};

test('the reports are summed up', () => {
  expect(countTests([report, report])).toEqual({ passed: 6, failed: 2, skipped: 4 });
});

test('a test file that could not be loaded counts as a failure', () => {
  const unloaded = { status: 'failed', assertionResults: [] };
  const testResults = [...report.testResults, unloaded];
  expect(countTests([{ ...report, testResults }])).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('no report gives no count', () => {
  expect(countTests([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
