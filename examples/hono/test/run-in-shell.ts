import { spawnSync } from 'node:child_process';

/** Whether curl is installed. Prints a line if it isn't, because tests that need it are skipped. */
export function hasCurl(): boolean {
  const isInstalled = spawnSync('curl', ['--version']).status === 0;
  if (!isInstalled) console.info('Left out: the commands of the README, because curl is missing');
  return isInstalled;
}

/** Runs a command; returns its standard output. */
export function runInShell(command: string): string {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}\nended with ${status}: ${stderr}`);
  return stdout;
}
