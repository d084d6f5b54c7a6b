// `npm test`: runs the scripts below, also after a failure, and prints the packages and the tests that
// failed, and the total last. With `--all`, as in the continuous integration, it runs the slow scripts too.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const isAll = process.argv.includes('--all');

/** The other scripts need these two, so a failure of one of them ends the run. */
const required = ['setup', 'build'];

/** They use all cores. */
const parallel = ['lint', 'format:check', 'types'];

/** They use one core, so they run one after another while the units run, which leave a core idle at times. */
const sequential = ['unused', 'prose'];

const slow = ['docs:build', 'packages', 'types:typescript-5', 'test:slow', 'test:mcp'];

const folders = [
  'docs',
  'tooling',
  ...['packages', 'tests', 'examples'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  ),
];

/** The JSON reports of Vitest that exist. */
const reports = () =>
  folders
    .map((folder) => join(root, folder, '.report'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => /vitest[^/]*\.json$/.test(file));

/** @type {string[]} */
const failures = [];

/**
 * Runs scripts one after another, until a required one fails.
 *
 * @param {string[]} scripts
 * @param {{ asBlocks?: boolean }} [options] `asBlocks` prints the output of a script when it has ended
 */
async function runInTurn(scripts, { asBlocks = false } = {}) {
  for (const script of scripts) {
    if (await run(script, asBlocks)) continue;
    failures.push(script);
    if (required.includes(script)) return;
  }
}

/**
 * @param {string} script
 * @param {boolean} asBlock
 */
async function run(script, asBlock) {
  const started = Date.now();
  console.log(`\n> npm run ${script}`);
  const output = asBlock ? 'pipe' : 'inherit';
  const child = spawn('npm', ['run', '-s', script], {
    cwd: root,
    // Coverage takes a tenth of the time. Turbo caches by these variables, see turbo.json.
    env: {
      ...process.env,
      ...(isAll && { COVERAGE: '1' }),
      CHECKED_NODE_VERSION: process.version,
      TURBO_TELEMETRY_DISABLED: '1',
    },
    shell: process.platform === 'win32',
    stdio: ['ignore', output, output],
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const [status] = await once(child, 'close');
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const verdict = `> npm run ${script}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`;
  const block = Buffer.concat(chunks).toString();
  process.stdout.write(`${asBlock ? '\n' : ''}${block}${verdict}`);
  return status === 0;
}

/**
 * The failed tests and files of a report, each with the first lines of its message.
 *
 * @param {{ testResults: { name: string, status: string, message: string, assertionResults: {
 *   fullName: string, status: string, failureMessages: string[] }[] }[] }} report
 */
const failedTests = (report) =>
  report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(root, name);
      if (tests.length === 0) return [`${file}\n${firstLines(message)}`];
      return tests.map(
        (test) => `${file} > ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`,
      );
    });

/** @param {string} message */
const firstLines = (message) => indented(message.split('\n').slice(0, 12));

/** @param {string[]} lines */
const indented = (lines) => lines.map((line) => `    ${line.slice(0, 300)}`).join('\n');

/** Where Turbo says of each run which tasks failed. */
const summaries = join(root, '.turbo/runs');

/**
 * The failed tasks of the packages, each with its errors and the end of its output. A coverage below its limit
 * fails a task, but no test, and so does an error outside of a test.
 */
const failedTasks = () =>
  readdirSync(summaries)
    .flatMap((name) => JSON.parse(readFileSync(join(summaries, name), 'utf8')).tasks)
    .filter(({ execution }) => execution !== undefined && execution.exitCode !== 0)
    .map(
      ({ taskId, logFile }) => `${taskId}\n${reasons(readFileSync(join(root, logFile), 'utf8'))}`,
    );

/**
 * The first lines below Vitest's headings of errors that its report lacks, and the last lines.
 *
 * @param {string} log
 */
function reasons(log) {
  const lines = stripVTControlCharacters(log)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const errors = lines.flatMap((line, at) =>
    /⎯ (?:Unhandled Errors|Failed Suites)/.test(line) ? lines.slice(at, at + 12) : [],
  );
  return indented([...errors, ...lines.slice(-4)]);
}

for (const file of reports()) rmSync(file);
rmSync(summaries, { recursive: true, force: true });
mkdirSync(summaries, { recursive: true });
const started = Date.now();
await runInTurn(required);
if (failures.length === 0) {
  await runInTurn(parallel);
  await Promise.all([runInTurn(sequential, { asBlocks: true }), runInTurn(['units'])]);
  if (isAll) await runInTurn(slow);
}

console.log('');
for (const task of failedTasks()) console.error(`FAILED: ${task}`);
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const file of reports()) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  for (const test of failedTests(report)) console.error(`FAILED: ${test}`);
}

for (const script of failures) console.error(`FAILED: npm run ${script}`);
if (!isAll) {
  console.log(
    'Left out: the site, the packed packages and slow tests. Run them with `npm test -- --all`.',
  );
}
if (totals.skipped > 0) console.log(`${totals.skipped} skipped`);
console.log(
  `${totals.passed} passed, ${totals.failed} failed, in ${((Date.now() - started) / 1000).toFixed(0)} s`,
);
process.exitCode = failures.length === 0 && totals.passed > 0 ? 0 : 1;
