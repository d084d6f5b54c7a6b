import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A response as the client has received it. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. The array contains the values of all headers with the name, in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** A client that sends exactly the given bytes. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the connection has closed, for any reason. */
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
    // A reset connection closes too, which is what the tests check.
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => this.#wake());
    onTestFinished(() => void this.socket.destroy());
  }

  send(...parts: readonly (string | Uint8Array)[]): this {
    for (const part of parts) this.socket.write(part);
    return this;
  }

  /** Resolves with the next response. A response to HEAD has a `content-length`, but no body. */
  async response({ toHead = false } = {}): Promise<RawResponse> {
    const [statusLine = '', ...lines] = (await this.#takeThrough('\r\n\r\n'))
      .trimEnd()
      .split('\r\n');
    const headers: Record<string, string[]> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      (headers[line.slice(0, colon).toLowerCase()] ??= []).push(line.slice(colon + 1).trim());
    }
    const isChunked = headers['transfer-encoding']?.[0] === 'chunked' && !toHead;
    const length = toHead ? 0 : Number(headers['content-length']?.[0] ?? 0);
    const body = isChunked ? await this.#takeChunks() : (await this.#takeBytes(length)).toString();
    return { status: Number(statusLine.split(' ')[1]), headers, body };
  }

  async #takeChunks(): Promise<string> {
    const chunks: Buffer[] = [];
    for (;;) {
      const length = Number.parseInt(await this.#takeThrough('\r\n'), 16);
      const data = await this.#takeBytes(length + 2);
      if (length === 0) return Buffer.concat(chunks).toString();
      chunks.push(data.subarray(0, length));
    }
  }

  async #takeThrough(mark: string): Promise<string> {
    for (;;) {
      const start = Buffer.concat(this.#chunks).indexOf(mark);
      if (start !== -1) return this.#take(start + mark.length).toString();
      await this.#more();
    }
  }

  async #takeBytes(length: number): Promise<Buffer> {
    while (this.#length < length) await this.#more();
    return this.#take(length);
  }

  async #more(): Promise<void> {
    if (this.socket.closed)
      throw new Error('The connection closed before the response was complete');
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #take(length: number): Buffer {
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all.subarray(length)];
    this.#length -= length;
    return all.subarray(0, length);
  }
}

/** Returns a POST request. Sets `content-length` unless the headers have a `transfer-encoding`. */
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

/** Returns a chunk of a chunked body. An empty chunk ends the body. */
export function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** Returns a JSON-RPC request. */
export function call(method: string, params: object = {}, id: number | string = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
