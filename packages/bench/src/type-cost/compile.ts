import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface Compilation {
  /** The CPU time of all threads. */
  readonly cpuSeconds: number;
  /** The messages of the compiler. Empty if there is no error. */
  readonly errors: string;
}

/** Type-checks a program with the compiler of the workspace. */
export function compile(folder: string): Compilation {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(manifest), 'bin', 'tsc');
  // Node reports the CPU time of one process only; a shell adds that of its children.
  const command = '"$@" >&2; times';
  const args = ['-c', command, 'sh', process.execPath, compiler, '--pretty', 'false', '-p', folder];
  const { stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8', cwd: folder });
  // The second line is that of the children: `0m3.21s 0m0.45s`.
  const times = [...(stdout.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = times.map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return { cpuSeconds: seconds.reduce((sum, value) => sum + value, 0), errors: stderr };
}
