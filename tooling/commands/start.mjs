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
  let isRunning = false;
  process.exitCode = await serve(`${example}/dist/main.js`, (line) => {
    // The server prints its addresses, one to a line, when it listens.
    if (!isRunning) console.log(firstSteps(new URL(line).origin));
    isRunning = true;
  });
  if (process.exitCode === 0)
    console.log('\nThe bank has stopped. Its data is in examples/bank/data.');
} else {
  process.exitCode = 1;
}
