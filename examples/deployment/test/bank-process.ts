import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../dist/server.js', import.meta.url));

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Requests an address until it responds with 200. */
export async function untilOk(url: string): Promise<void> {
  for (;;) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A process of the server, which can be restarted as a service manager does. */
export class BankProcess {
  readonly port: number;
  readonly #shutdownDelay: number;
  #child: ChildProcess | undefined;
  /** The ids of the processes so far. */
  readonly ids: number[] = [];
  /** The exit code or the signal of each process that has ended. */
  readonly exits: (number | NodeJS.Signals)[] = [];

  constructor(port: number, shutdownDelay: number) {
    this.port = port;
    this.#shutdownDelay = shutdownDelay;
  }

  /** Starts the process and waits until it is ready. */
  async start(): Promise<void> {
    const env = {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(this.port),
      SHUTDOWN_DELAY_MS: String(this.#shutdownDelay),
    };
    const child = spawn(process.execPath, [SERVER], { env, stdio: 'inherit' });
    child.once('exit', (code, signal) => this.exits.push(code ?? signal ?? NaN));
    this.#child = child;
    if (child.pid !== undefined) this.ids.push(child.pid);
    await untilOk(`http://127.0.0.1:${this.port}/ready`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }
}
