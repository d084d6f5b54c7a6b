#!/usr/bin/env node
import { problemOfNode } from './command/problem-of-node.js';

const problem = problemOfNode(process.versions.node);
if (problem === undefined) {
  // An older Node can't load this module, because its dependencies need a newer one.
  const { runCommand } = await import('./command/run-command.js');
  process.exitCode = await runCommand(process.argv.slice(2), {
    folder: process.cwd(),
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    isInteractive: process.stdin.isTTY && process.stdout.isTTY,
    variables: process.env,
  });
} else {
  process.stderr.write(`${problem}.\n`);
  process.exitCode = 2;
}
