// Runs a task of turbo.json in every package that has a script of its name:
// `node tooling/turbo.mjs <task> [options]`. Turbo needs a pnpm on the PATH, which `pnpm exec` adds.

import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'npm',
  [
    'run',
    '-s',
    'pnpm',
    '--',
    'exec',
    'turbo',
    'run',
    '--continue',
    '--summarize=true',
    ...process.argv.slice(2),
  ],
  {
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: '1',
      // Turbo caches by it: tests that passed on one version of Node may fail on another.
      CHECKED_NODE_VERSION: process.version,
    },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.exitCode = status ?? 1;
