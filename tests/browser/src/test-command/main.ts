// Runs the tests in a browser. Without a browser, prints how to install one, and fails only if
// REQUIRE_BROWSER is set.

import { spawnSync } from 'node:child_process';
import { findChromium } from '../chromium/chromium.js';

if (findChromium() === undefined) {
  console.log(
    'Left out: the tests in a browser. To run them, install Chromium or set CHROMIUM to its path, ' +
      'and run `npm test` again',
  );
  process.exitCode = process.env['REQUIRE_BROWSER'] ? 1 : 0;
} else {
  const { status } = spawnSync('vitest', ['run', '--coverage'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
