import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { root, scriptEnvironment } from './workspace.mjs';

/**
 * Runs a command line, its output going straight through.
 *
 * @param {string} commandLine
 * @param {string} folder where it runs, relative to the root
 * @returns {Promise<{ ok: boolean, seconds: string, how: string }>} how it ended, in words
 */
export function runCommand(commandLine, folder = '.') {
  const started = Date.now();
  const child = spawn(commandLine, {
    cwd: join(root, folder),
    env: scriptEnvironment(),
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      resolve({ ok: code === 0, seconds, how });
    });
  });
}
