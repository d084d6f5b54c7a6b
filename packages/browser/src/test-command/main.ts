// Runs the tests where there is a browser. Elsewhere it says that they were left out, which is no
// failure unless REQUIRE_BROWSER says so.

import { spawnSync } from 'node:child_process';
import { findChromium } from '../chromium/find-chromium.js';

if (findChromium() === undefined) {
  console.log(
    'Left out: the tests in a browser. Install Chromium, or set CHROMIUM to the path of one, and ' +
      'run `npm test` again',
  );
  process.exitCode = process.env['REQUIRE_BROWSER'] ? 1 : 0;
} else {
  const { status } = spawnSync('vitest', ['run', '--coverage'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
