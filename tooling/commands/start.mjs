// `npm start`: installs, builds and serves the bank.

import './require-node.mjs';
import { runStep } from './run-step.mjs';
import { serve } from './serve.mjs';

const example = 'examples/hono';
const total = 3;

const ready =
  (await runStep({ number: 1, total, title: 'install', script: 'setup' })) &&
  (await runStep({ number: 2, total, title: 'build', script: 'build', args: example }));

if (ready) {
  console.log(`\n[3/${total}] serve: node ${example}/dist/main.js (stop with Ctrl-C)`);
  process.exitCode = await serve(`${example}/dist/main.js`);
} else {
  process.exitCode = 1;
}
