import { Agent, type ClientRequest, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** Sends requests to the server under load, well and badly. */
export class Client {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(port: number) {
    this.#port = port;
  }

  /** The answer, or undefined where the connection ended without one. */
  async post(path: string, body: unknown, token?: string): Promise<Answer | undefined> {
    return this.#exchange(path, token, async (outgoing) => {
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }

  /** Goes away while the server is at work. */
  async postAndLeave(path: string, body: unknown, afterMilliseconds: number): Promise<void> {
    await this.#exchange(path, undefined, async (outgoing) => {
      outgoing.end(JSON.stringify(body));
      await pause(afterMilliseconds);
      outgoing.destroy();
    });
  }

  /** Sends the body piece by piece; where `complete` is false it goes away before the last one. */
  async postSlowly(path: string, body: unknown, complete: boolean): Promise<Answer | undefined> {
    return this.#exchange(path, undefined, async (outgoing) => {
      const text = JSON.stringify(body);
      const size = Math.ceil(text.length / 5);
      for (let from = 0; from < text.length - size; from += size) {
        outgoing.write(text.slice(from, from + size));
        await pause(3);
      }
      if (complete) outgoing.end(text.slice(-(text.length % size || size)));
      else outgoing.destroy();
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #exchange(
    path: string,
    token: string | undefined,
    send: (outgoing: ClientRequest) => Promise<void>,
  ): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const outgoing = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { 'user-auth-token': token }),
        },
      });
      outgoing.on('error', () => resolve(undefined));
      outgoing.on('close', () => resolve(undefined));
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', () => resolve(undefined));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json: unknown = text === '' ? undefined : JSON.parse(text);
          resolve({ status: incoming.statusCode ?? 0, json });
        });
      });
      send(outgoing).catch(() => resolve(undefined));
    });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
