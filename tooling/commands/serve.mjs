import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

import { root } from './workspace.mjs';

/**
 * Runs a server until it ends and hands every request to stop on to it, so that it can close
 * cleanly. Node runs it directly: a shell or a package manager between would swallow the signal.
 *
 * @param {string} file relative to the root
 * @param {(line: string) => void} onLine called with each line of its standard output
 * @returns {Promise<number>} its exit code
 */
export function serve(file, onLine) {
  const server = spawn(process.execPath, [file], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  createInterface(server.stdout).on('line', onLine);

  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => {
      // Ctrl-C reaches everything in the terminal by itself; a second one would mean "now".
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      server.kill(signal);
    });
  }

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code, signal) => {
      resolve(signal === null ? Number(code) : 128 + constants.signals[signal]);
    });
  });
}
