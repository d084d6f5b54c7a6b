import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Told } from './serve.js';

const WORKERS = 8;

// The built one, also when the tests run this file as it is.
const script = fileURLToPath(new URL('../../dist/hooks-cost/main.js', import.meta.url));

/** A server of one variant, in a process of its own. */
export class MeasuredProcess {
  readonly #process: ChildProcess;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
  #port = 0;

  constructor(variant: string) {
    this.#process = fork(script, [variant]);
  }

  /** @throws where there is no such variant */
  async listening(): Promise<void> {
    const [told] = (await once(this.#process, 'message')) as [Told];
    if ('error' in told) throw new Error(told.error);
    if ('port' in told) this.#port = told.port;
  }

  /** The CPU time that one HTTP request costs the server, in microseconds. */
  async cost(body: string, requests: number): Promise<number> {
    // Others have had the processor meanwhile, so it finds its way back first.
    await this.#send(body, requests / 4);
    const before = await this.#cpu();
    await this.#send(body, requests);
    return ((await this.#cpu()) - before) / requests;
  }

  end(): void {
    this.#agent.destroy();
    this.#process.disconnect();
  }

  async #cpu(): Promise<number> {
    const answer = once(this.#process, 'message');
    this.#process.send('cpu');
    const [told] = (await answer) as [Extract<Told, { cpuMicroseconds: number }>];
    return told.cpuMicroseconds;
  }

  async #send(body: string, requests: number): Promise<void> {
    let left = requests;
    const work = async (): Promise<void> => {
      while (left-- > 0) await this.#post(body);
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
  }

  #post(body: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const options = {
        port: this.#port,
        host: '127.0.0.1',
        path: '/rpc',
        method: 'POST',
        agent: this.#agent,
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      };
      const sent = request(options, (response) => {
        response.resume().once('end', resolve);
      });
      sent.once('error', reject).end(body);
    });
  }
}
