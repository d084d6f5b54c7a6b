import { execFile } from 'node:child_process';

/** How a process ended. */
export interface NodeResult {
  /** The exit code, or undefined if the process was killed after `timeout`. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Environment variables of a surrounding test run or terminal that would change the output. */
const NOT_INHERITED =
  /^(?:VITEST.*|NODE_OPTIONS|NODE_V8_COVERAGE|NODE_ENV|FORCE_COLOR|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/;

/** Runs a script with this version of Node. `timeout` is in milliseconds. */
export function runNode(
  args: readonly string[],
  cwd: string,
  timeout = 300_000,
): Promise<NodeResult> {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
  const env = { ...Object.fromEntries(inherited), NO_COLOR: '1' };
  const options = { cwd, env, timeout, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? undefined, stdout, stderr });
    });
    child.stdin?.end();
  });
}
