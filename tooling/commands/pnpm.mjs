// Runs the pinned pnpm on a machine that has only npm: `node tooling/commands/pnpm.mjs <args…>`.

import './require-node.mjs';
import { runCommand } from './run-command.mjs';

const version = '12.21.0';

// Without `-y`, npx stops and waits for an answer. Its warnings are about the settings of its user.
const { ok } = await runCommand(
  ['npx', '--loglevel=error', '-y', `pnpm@${version}`, ...process.argv.slice(2)].join(' '),
);
process.exitCode = ok ? 0 : 1;
