import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A response as it came over the wire. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name; several of one name in one array, in their order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** A client that sends just what it is told to, byte by byte. */
export class RawClient {
  readonly socket: Socket;
  /** Fulfilled when the connection has ended, however it did. */
  readonly closed: Promise<void>;
  #chunks: Buffer[] = [];
  #length = 0;
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1' });
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    this.socket.on('data', (data: Buffer) => {
      this.#chunks.push(data);
      this.#length += data.length;
      this.#wake();
    });
    // A connection that is reset closes too; that is what the tests look at.
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => this.#wake());
    onTestFinished(() => void this.socket.destroy());
  }

  send(...parts: readonly (string | Uint8Array)[]): this {
    for (const part of parts) this.socket.write(part);
    return this;
  }

  /** The next response; that to a HEAD has a length but no body. */
  async response({ toHead = false } = {}): Promise<RawResponse> {
    const [statusLine = '', ...lines] = (await this.#takeHead()).trimEnd().split('\r\n');
    const headers: Record<string, string[]> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      (headers[line.slice(0, colon).toLowerCase()] ??= []).push(line.slice(colon + 1).trim());
    }
    const length = toHead ? 0 : Number(headers['content-length']?.[0] ?? 0);
    while (this.#length < length) await this.#more();
    return { status: Number(statusLine.split(' ')[1]), headers, body: this.#take(length) };
  }

  async #takeHead(): Promise<string> {
    for (;;) {
      const end = Buffer.concat(this.#chunks).indexOf('\r\n\r\n');
      if (end !== -1) return this.#take(end + 4);
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    if (this.socket.closed) throw new Error('The connection closed before the response was whole');
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #take(length: number): string {
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all.subarray(length)];
    this.#length -= length;
    return all.toString('utf8', 0, length);
  }
}

/** The bytes of a request with a body; `content-length` is set unless the headers say how it comes. */
export function post(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all: Record<string, string> = {
    host: 'localhost',
    'content-type': 'application/json',
    ...('transfer-encoding' in headers
      ? {}
      : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** A piece of a chunked body. An empty one is its end. */
export function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** A call to a method that takes nothing or `params`. */
export function call(method: string, params: object = {}, id = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
