import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Question, Replies, ServerMessage, ServerOrder } from '../server/messages.js';
import { builtScript } from './built-script.js';
import type { Cell } from './cell.js';

/** A contestant's server, as its parent sees it. */
export class ServerProcess {
  readonly #child: ChildProcess;
  #port = 0;
  /** What it has written to standard error. */
  #complaint = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#complaint += text));
  }

  static async start({ contestant, workload }: Cell): Promise<ServerProcess> {
    const { framework, name, checkout } = contestant;
    const order: ServerOrder = {
      framework,
      contestant: checkout === undefined ? name : 'kit',
      setup: workload.setup,
    };
    const child = fork(builtScript('server', checkout), [JSON.stringify(order)], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    const server = new ServerProcess(child);
    const message = await server.#nextMessage();
    if (message.kind !== 'listening') throw new Error('A server has replied before it listened');
    server.#port = message.port;
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** One question at a time. */
  async ask<Asked extends Question>(question: Asked): Promise<Replies[Asked]> {
    const message = this.#nextMessage();
    this.#child.send(question);
    const { reply } = (await message) as Extract<ServerMessage, { kind: 'reply' }>;
    // It replies to what it was asked.
    return reply as Replies[Asked];
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    // After a disconnect by its parent Node tells of no `close`.
    const ended = once(this.#child, 'exit');
    if (this.#child.connected) this.#child.disconnect();
    await ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Rejects with what it complained of where it ends instead. */
  async #nextMessage(): Promise<ServerMessage> {
    if (this.#hasEnded) throw this.#endedByItself();
    const over = new AbortController();
    const { signal } = over;
    try {
      const ended = once(this.#child, 'close', { signal }).then(() => {
        throw this.#endedByItself();
      });
      // They are raced; which one loses is aborted.
      ended.catch(() => undefined);
      const message = once(this.#child, 'message', { signal }) as Promise<[ServerMessage]>;
      message.catch(() => undefined);
      const [received] = await Promise.race([message, ended]);
      return received;
    } finally {
      over.abort();
    }
  }

  #endedByItself(): Error {
    const { exitCode, signalCode } = this.#child;
    return new Error(
      `A server has ended by itself, with ${String(exitCode ?? signalCode)}:\n${this.#complaint}`,
    );
  }
}
