import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Two entrypoints: so many lines tell that the server listens. */
const addressCount = 2;

export interface ServerProcess {
  /** The addresses that it printed. */
  readonly addresses: readonly string[];
  readonly output: Output;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** All that a process has written so far. */
export interface Output {
  stdout: string;
  stderr: string;
}

/**
 * Runs a server's own process, as it was built; what it takes from the environment is this and
 * nothing else.
 */
export async function startServer(
  main: string,
  environment: NodeJS.ProcessEnv,
): Promise<ServerProcess> {
  const { child, output, ended } = run(main, environment);
  const listens = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (output.stdout.split('\n').length > addressCount) resolve();
    });
  });
  const code = await Promise.race([listens, ended]);
  if (code !== undefined) throw new Error(`The server ended (${code}):\n${output.stderr}`);
  return {
    addresses: output.stdout.trimEnd().split('\n'),
    output,
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

/** Runs it where it is not expected to get as far as listening. */
export async function runServer(
  main: string,
  environment: NodeJS.ProcessEnv,
): Promise<Output & { readonly code: number | NodeJS.Signals }> {
  const { output, ended } = run(main, environment);
  const code = await ended;
  return { ...output, code };
}

function run(
  main: string,
  environment: NodeJS.ProcessEnv,
): {
  readonly child: ChildProcess;
  readonly output: Output;
  readonly ended: Promise<number | NodeJS.Signals>;
} {
  const child = spawn(process.execPath, [main], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // `close` comes when all of its output has been read as well, `exit` may come before.
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number);
  return { child, output, ended };
}
