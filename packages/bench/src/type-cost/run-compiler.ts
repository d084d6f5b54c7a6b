import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What one run of the compiler came to. */
export interface CompilerRun {
  /** Of all of its threads, user and system. */
  readonly cpuSeconds: number;
  /** On the clock. */
  readonly seconds: number;
  /** What it has to say against the program; empty where that is nothing. */
  readonly faults: string;
}

// Node tells of its own CPU only. A shell knows what its children took.
const TIMED = '"$@" >&2; times';

/** Checks a program with the compiler that the workspace has. */
export function runCompiler(folder: string, flags: readonly string[] = []): CompilerRun {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(manifest), 'bin', 'tsc');
  const begin = performance.now();
  const { stdout, stderr, error } = spawnSync(
    'sh',
    ['-c', TIMED, 'sh', process.execPath, compiler, '--pretty', 'false', '-p', folder, ...flags],
    // It names the files as seen from where it runs.
    { encoding: 'utf8', cwd: folder },
  );
  if (error !== undefined) throw error;
  const seconds = (performance.now() - begin) / 1000;
  return { cpuSeconds: childrensSeconds(stdout), seconds, faults: stderr };
}

/** The second line of `times` is that of the children: `0m3.21s 0m0.45s`. */
function childrensSeconds(times: string): number {
  const spent = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (spent.length !== 2) throw new Error(`times printed what can't be read: ${times}`);
  return spent.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
}
