import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The server listens once it has printed the addresses of its two entrypoints. */
const addressCount = 2;

export interface ServerProcess {
  /** The addresses that the server printed. */
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

/** Runs a built server with this environment, without that of the test. */
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

/** Runs a server that is expected to fail before it listens. */
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
  // Unlike `exit`, `close` comes after all output has been read.
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number);
  return { child, output, ended };
}
