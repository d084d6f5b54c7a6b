// `npm test`: installs, builds and runs every check, then closes with the counts of the tests.

import './require-node.mjs';
import { runStep } from './run-step.mjs';
import { countTests, readTestReports, removeTestReports } from './test-reports.mjs';

/** In this order: what the others need, then the quick ones, then the long ones. */
const steps = [
  { title: 'install', script: 'setup', needed: true },
  { title: 'build', script: 'build', needed: true },
  { title: 'lint', script: 'lint' },
  { title: 'format', script: 'format:check' },
  { title: 'types', script: 'types' },
  { title: 'types on TypeScript 5', script: 'types:typescript-5' },
  { title: 'unused code', script: 'unused' },
  { title: 'unit tests', script: 'units' },
  { title: 'documentation', script: 'docs:build' },
  { title: 'published packages', script: 'packages' },
];

const started = Date.now();
const failed = [];
removeTestReports();

for (const [index, { title, script, needed }] of steps.entries()) {
  const ok = await runStep({ number: index + 1, total: steps.length, title, script });
  if (!ok) failed.push({ title, script });
  // Without an installation and a build the others could only repeat the same complaint.
  if (!ok && needed) break;
}

const { passed, failed: failedTests, skipped } = countTests(readTestReports());
const complaints = failed.map(
  ({ title, script }) => `${title} failed. Only this: npm run ${script}`,
);
if (passed + failedTests === 0) complaints.push('no test was run');
if (failedTests > 0 && failed.length === 0) complaints.push('a failed test did not fail its step');

console.log('');
for (const complaint of complaints) console.error(`FAILED: ${complaint}`);
if (complaints.length === 0) {
  console.log(
    `All ${steps.length} steps passed in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failedTests} failed`);
process.exitCode = complaints.length === 0 ? 0 : 1;
