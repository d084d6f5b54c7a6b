// Runs the tests if a browser is installed. Otherwise prints that they are left out, and fails only with
// REQUIRE_BROWSER.

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
