import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface StartOptions extends Pick<ForkOptions, 'env' | 'execArgv'> {
  readonly args?: readonly string[];
  /** The binary of Node. Default: that of this process. */
  readonly node?: string | undefined;
}

/**
 * A child process that reports once when it is ready and then replies to questions, one at a time
 * (`reply-to-parent.ts` is the other side).
 */
export class Child<Ready = { readonly port: number }> {
  readonly ready: Ready;
  /** The text that the process has written to its standard output and standard error so far. */
  readonly log: { readonly text: string };
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, log: { text: string }, ready: Ready) {
    this.#process = process;
    this.log = log;
    this.ready = ready;
  }

  /**
   * Starts a script from `dist`, even when tests run the sources.
   *
   * @throws Error with the log of a process that ends before it is ready
   */
  static async start<Ready = { readonly port: number }>(
    script: string,
    { args = [], env, execArgv = [], node = process.execPath }: StartOptions = {},
  ): Promise<Child<Ready>> {
    const path = fileURLToPath(new URL(`../../dist/${script}`, import.meta.url));
    const child = fork(path, args, {
      execPath: node,
      execArgv: ['--expose-gc', ...execArgv],
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const log = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (log.text += text));
    }
    return new Child(child, log, (await nextMessage(child, log)) as Ready);
  }

  /** The exit code or the signal that ended the process. Undefined while the process runs. */
  get exit(): number | NodeJS.Signals | undefined {
    return this.#process.exitCode ?? this.#process.signalCode ?? undefined;
  }

  /** Sends a question to the process and returns its reply. Ask again only after the reply. */
  async ask<Reply>(question = ''): Promise<Reply> {
    const reply = nextMessage(this.#process, this.log);
    this.#process.send(question);
    return (await reply) as Reply;
  }

  /** Ends the process by a signal, after 20 s by SIGKILL. Returns the exit code or the signal. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | NodeJS.Signals> {
    if (this.exit === undefined) {
      const exited = once(this.#process, 'exit');
      this.#process.kill(signal);
      const timer = setTimeout(() => this.#process.kill('SIGKILL'), 20_000);
      await exited;
      clearTimeout(timer);
    }
    return this.exit ?? signal;
  }

  /** Returns the peak of the resident memory in bytes, or NaN on systems without `/proc`. */
  peakMemory(): number {
    const status = `/proc/${String(this.#process.pid)}/status`;
    const line = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) : null;
    return Number(line?.[1] ?? NaN) * 1024;
  }

  /** Sets the peak of the resident memory back to the current value, on Linux. */
  resetPeakMemory(): void {
    const file = `/proc/${String(this.#process.pid)}/clear_refs`;
    if (existsSync(file)) writeFileSync(file, '5');
  }
}

/** Lets the process import packages from another checkout of this repository. */
export function checkoutOptions(checkout: string | undefined): StartOptions {
  if (checkout === undefined) return {};
  const hooks = new URL('../../dist/processes/checkout.js', import.meta.url).href;
  return { execArgv: ['--import', hooks], env: { BENCH_CHECKOUT: checkout } };
}

async function nextMessage(child: ChildProcess, log: { readonly text: string }): Promise<unknown> {
  const abort = new AbortController();
  const { signal } = abort;
  const closed = once(child, 'close', { signal }).then(([code, killedBy]) => {
    throw new Error(`The process ended with ${String(code ?? killedBy)}:\n${log.text}`);
  });
  const message = once(child, 'message', { signal });
  // The promise that loses the race rejects when it is aborted.
  closed.catch(() => undefined);
  message.catch(() => undefined);
  try {
    const [received] = (await Promise.race([message, closed])) as [unknown];
    return received;
  } finally {
    abort.abort();
  }
}
