import { spawn, type StdioOptions } from 'node:child_process';

/** What became of a process. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it sent, where it has a channel. */
  readonly messages: readonly unknown[];
  /** Whether it had to be ended, as it did not by itself. */
  readonly timedOut: boolean;
}

export interface SpawnOptions {
  readonly cwd: string;
  readonly timeout: number;
  readonly channel?: boolean;
}

/** Runs a script by this Node until it ends, or for so many milliseconds. */
export function spawnNode(args: readonly string[], options: SpawnOptions): Promise<Ended> {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', options.channel ? 'ipc' : 'ignore'];
  const child = spawn(process.execPath, args, { cwd: options.cwd, env: environment(), stdio });
  let stdout = '';
  let stderr = '';
  const messages: unknown[] = [];
  let timedOut = false;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.on('message', (message) => messages.push(message));
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, options.timeout);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr, messages, timedOut });
    });
  });
}

/** What a test that runs the check, or a terminal, would change. */
const NOT_INHERITED =
  /^(?:VITEST.*|NODE_OPTIONS|NODE_V8_COVERAGE|NODE_ENV|FORCE_COLOR|TEST|DEV|PROD|MODE|SSR|BASE_URL)$/;

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name));
  return { ...Object.fromEntries(inherited), NO_COLOR: '1' };
}
