// `npm start`: installs, builds and serves the bank, and prints what to try first.

import './require-node.mjs';
import { firstSteps } from './first-steps.mjs';
import { runStep } from './run-step.mjs';
import { serve } from './serve.mjs';

const example = 'examples/hono';
const total = 3;

// Progress and warnings of the package manager would bury what the demo prints.
const install = { number: 1, total, title: 'install', script: 'setup', args: '--loglevel=error' };
const build = { number: 2, total, title: 'build', script: 'build', args: example };

if ((await runStep(install)) && (await runStep(build))) {
  console.log(`\n[3/${total}] serve: node ${example}/dist/main.js`);
  /** @type {string | undefined} */
  let origin;
  process.exitCode = await serve(`${example}/dist/main.js`, (line) => {
    // The server prints its addresses, each on a line.
    if (origin === undefined) console.log(firstSteps((origin = new URL(line).origin)));
  });
  if (process.exitCode === 0)
    console.log('\nThe bank has stopped. Its data is in examples/bank/data.');
} else {
  process.exitCode = 1;
}
