import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Answer } from './answer.js';
import type { Conversation, RawPart } from './conversation.js';
import { readRawAnswer } from './raw-answer.js';
import { urlBelow } from './url-below.js';

/** One connection to a server, on which bytes are written as the case wants them. */
export class Connection {
  readonly #url: URL;
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isOver = false;
  #wake: (() => void) | undefined;

  private constructor(url: URL, socket: Socket) {
    this.#url = url;
    this.#socket = socket;
    const changed = (): void => this.#wake?.();
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      changed();
    });
    const over = (): void => {
      this.#isOver = true;
      changed();
    };
    // A reset is an end as well; what had come by then counts.
    socket.on('end', over).on('close', over).on('error', over);
  }

  static open(url: URL, signal: AbortSignal): Promise<Connection> {
    const isTls = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port === '' ? (isTls ? 443 : 80) : url.port);
    return new Promise((resolve, reject) => {
      const onConnect = (): void => {
        socket.off('error', reject);
        resolve(connection);
      };
      const socket = isTls
        ? connectTls({ host, port, servername: host }, onConnect)
        : connect({ host, port, allowHalfOpen: true }, onConnect);
      socket.on('error', reject);
      signal.addEventListener('abort', () => socket.destroy(signal.reason as Error), {
        once: true,
      });
      const connection = new Connection(url, socket);
    });
  }

  /** Writes each part when the one before it has its answer. */
  async converse(parts: readonly RawPart[]): Promise<Conversation> {
    const answers: (Answer | undefined)[] = [];
    for (const part of parts) {
      const began = performance.now();
      this.#socket.write(Buffer.concat([this.#head(part), part.body]));
      if (part.ending === 'end') this.#socket.end();
      const answer = await this.#nextAnswer(part.verb === 'HEAD', began);
      answers.push(answer);
      if (answer === undefined) break;
    }
    if (parts.at(-1)?.ending === 'last') await this.#end();
    const surplus = new Uint8Array(this.#received);
    return { answers: parts.map((_, index) => answers[index]), surplus };
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #head({ verb, below, headers }: RawPart): Buffer {
    const { pathname, search, host } = urlBelow(this.#url, below);
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return Buffer.from(`${verb} ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${lines}\r\n`);
  }

  async #nextAnswer(isHead: boolean, began: number): Promise<Answer | undefined> {
    for (;;) {
      const found = readRawAnswer(this.#received, { isHead, isOver: this.#isOver, began });
      if (found !== undefined) {
        this.#received = this.#received.subarray(found.end);
        return found.answer;
      }
      if (this.#isOver) return undefined;
      await this.#change();
    }
  }

  async #end(): Promise<void> {
    while (!this.#isOver) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
