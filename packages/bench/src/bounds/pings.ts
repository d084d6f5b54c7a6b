import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// The built script, also when the tests run this file as TypeScript.
const script = fileURLToPath(new URL('../../dist/bounds/ping-process.js', import.meta.url));

/** A second client in a process of its own, so that the load of the first one doesn't delay it. */
export class Pings {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves once the first ping has its response. */
  static async start(port: number): Promise<Pings> {
    const child = fork(script, [String(port)]);
    await once(child, 'message');
    return new Pings(child);
  }

  /** Returns the milliseconds of the slowest ping, Infinity where one has no response. */
  async stop(): Promise<number> {
    const message = once(this.#child, 'message') as Promise<[{ slowest: string }]>;
    this.#child.send('stop');
    const noResponse = wait(1_000, [{ slowest: 'Infinity' }], { ref: false });
    const [{ slowest }] = await Promise.race([message, noResponse]);
    this.#child.kill();
    return Number(slowest);
  }
}
