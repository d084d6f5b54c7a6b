// `npm run mutation -- <package> [folder]`: plants mistakes in the sources of a package, one at a time,
// and prints the ones that its fast tests don't find, with a score for each folder. Needs the build.
// With `--sample 60`, plants only 60 mistakes, chosen randomly. `--seed 2` chooses others.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { sampleMutants } from './sample-mutants.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const [name, folder = ''] = positionals;
const { sample, seed } = values;
const packageFolder = `packages/${name}`;
const sources = `${packageFolder}/src/${folder}`;
const chosen = sample === undefined ? [] : ['sample', sample, 'seed', seed];
const parts = [name, ...folder.split('/').filter(Boolean), ...chosen];
const report = `.report/mutation/${parts.join('-')}`;

// Stryker copies the working directory: tests read files of other packages.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (name === undefined || !existsSync(sources)) {
  console.error('Usage: npm run mutation -- <package> [folder of src] [--sample 60] [--seed 1]');
  process.exit(1);
}
if (sample !== undefined) sampleMutants(Number(sample), seed);

const options = {
  mutate: [`${sources}/**/*.ts`, `!${sources}/**/*.{test,test-d,bench}.ts`],
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: `${packageFolder}/vitest.config.ts`, dir: packageFolder },
  concurrency: Math.max(1, availableParallelism() - 1),
  // A mistake can cause an endless wait. This is long enough for a busy machine.
  timeoutMS: 15_000,
  dryRunTimeoutMinutes: 15,
  incremental: true,
  incrementalFile: `${report}.incremental.json`,
  htmlReporter: { fileName: `${report}.html` },
  clearTextReporter: { logTests: false, reportTests: false },
  tempDirName: '.report/mutation/sandbox',
  ignorePatterns: ['.report', '.tsbuild', '.turbo'],
  // To rewrite a tsconfig.json, Stryker needs TypeScript's JavaScript API, which TypeScript 7 lacks.
  tsconfigFile: 'none',
};

// The tests beside a source find most mistakes, in a fraction of the time of all tests.
await new Stryker({
  ...options,
  force: true,
  // With a list of tests, Stryker plants a mistake only after the modules have been loaded.
  ignoreStatic: true,
  testFiles: [`${sources}/**/*.test.ts`],
  allowEmpty: true,
  reporters: ['progress'],
}).runMutationTest();
await new Stryker({ ...options, reporters: ['progress', 'clear-text', 'html'] }).runMutationTest();
