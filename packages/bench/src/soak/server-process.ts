import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerMessage, Vitals } from './soak-server.js';

// The built one, also when the tests run this file as it is.
const script = fileURLToPath(new URL('../../dist/soak/soak-server.js', import.meta.url));

/** The server under load, as its parent sees it. */
export class ServerProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** Starts it on a free port of the loopback address, with the bank in this folder. */
  static async start(folder: string): Promise<ServerProcess> {
    const child = fork(script, {
      execArgv: ['--expose-gc'],
      env: { ...process.env, BANK_DATA: folder },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { port } = await nextMessage(child, 'listening');
    return new ServerProcess(child, port);
  }

  async vitals(): Promise<Vitals> {
    const answer = nextMessage(this.#child, 'vitals');
    this.#child.send('vitals');
    return (await answer).vitals;
  }

  /** Sends SIGTERM and gives the exit code, or the signal that it had to be ended with. */
  async terminate(): Promise<number | NodeJS.Signals> {
    const exited = once(this.#child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.#child.kill('SIGTERM');
    const tooLong = setTimeout(() => this.#child.kill('SIGKILL'), 20_000);
    const [code, signal] = await exited;
    clearTimeout(tooLong);
    return code ?? signal ?? 'SIGKILL';
  }
}

async function nextMessage<Kind extends ServerMessage['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<ServerMessage, { kind: Kind }>> {
  const controller = new AbortController();
  const exited = once(child, 'exit', { signal: controller.signal }).then(([code]) => {
    throw new Error(`The server under load has ended by itself, with ${String(code)}`);
  });
  // It is raced with; when it loses, it is aborted.
  exited.catch(() => undefined);
  try {
    for (;;) {
      const message = once(child, 'message') as Promise<[ServerMessage]>;
      const [received] = await Promise.race([message, exited]);
      if (received.kind === kind) return received as Extract<ServerMessage, { kind: Kind }>;
    }
  } finally {
    controller.abort();
  }
}
