import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The built script, also when the tests run this file as TypeScript.
const script = fileURLToPath(new URL('../../dist/bounds/bound-server.js', import.meta.url));

/** The server process of one attempt, seen from its parent. */
export class BoundProcess {
  readonly port: number;
  /** Bytes that the server has written to its standard output and error. */
  logBytes = 0;
  readonly #child: ChildProcess;
  readonly #startBytes: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (data: Buffer) => (this.logBytes += data.length));
    }
    // Sets the peak of the resident memory back to its current size, on Linux.
    const peakReset = `/proc/${String(child.pid)}/clear_refs`;
    if (existsSync(peakReset)) writeFileSync(peakReset, '5');
    this.#startBytes = this.#peakBytes();
  }

  static async start(adapter: string, bound: string): Promise<BoundProcess> {
    const child = fork(script, [adapter, bound], {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new BoundProcess(child, port);
  }

  /** The exit code or the signal that ended the process, undefined while it runs. */
  get exit(): number | NodeJS.Signals | undefined {
    return this.#child.exitCode ?? this.#child.signalCode ?? undefined;
  }

  /** What the api has counted. */
  async gauge(): Promise<{ readonly running: number; readonly peak: number }> {
    const message = once(this.#child, 'message');
    this.#child.send('gauge');
    const [gauge] = (await message) as [{ running: number; peak: number }];
    return gauge;
  }

  /** By how many bytes the resident memory has grown at its peak; NaN where it can't be read. */
  memoryGrowth(): number {
    return this.#peakBytes() - this.#startBytes;
  }

  async stop(): Promise<void> {
    if (this.exit !== undefined) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  #peakBytes(): number {
    const status = `/proc/${String(this.#child.pid)}/status`;
    const line = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) : null;
    return Number(line?.[1] ?? NaN) * 1024;
  }
}
