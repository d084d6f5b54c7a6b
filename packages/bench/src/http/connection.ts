import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Exchange } from '../service/protocols.js';

export interface RawResponse {
  readonly status: number;
  /** The lines of the head, in lower case. */
  readonly head: string;
  /** Decoded, if it was chunked. */
  readonly body: Buffer;
}

interface Pending {
  readonly resolve: (response: RawResponse) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A kept-alive connection for one request at a time. It parses only what the measured servers send:
 * a full client would cost more than a request costs them.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer | undefined;
  #pending: Pending | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  exchange(request: Buffer): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#pending = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const data = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    try {
      const response = parseResponse(data);
      this.#received = response === undefined ? data : undefined;
      if (response !== undefined) this.#pending?.resolve(response);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    this.#pending?.reject(error);
    this.close();
  }
}

/** Encodes a request once, to be sent many times. */
export function encodeRequest({
  path,
  headers,
  body,
}: Pick<Exchange, 'path' | 'headers' | 'body'>): Buffer {
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Returns the response once it is complete.
 *
 * @throws Error if the response has no framing, or bytes follow it
 */
export function parseResponse(data: Buffer): RawResponse | undefined {
  const headEnd = data.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = data.toString('latin1', 0, headEnd).toLowerCase();
  // `http/1.1 200 ok`
  const status = Number(head.slice(9, 12));
  const rest = data.subarray(headEnd + 4);
  const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
  const isChunked = /\r\ntransfer-encoding: *chunked/.test(head);
  if (length === undefined && !isChunked && status !== 204) {
    throw new Error(`A response has neither a length nor chunks: ${head}`);
  }
  const body = isChunked ? joinChunks(rest) : exactly(rest, Number(length ?? 0));
  return body && { status, head, body };
}

function exactly(data: Buffer, length: number): Buffer | undefined {
  if (data.length > length) throw new Error('Bytes follow the end of the response');
  return data.length === length ? data : undefined;
}

function joinChunks(data: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  let start = 0;
  for (;;) {
    const lineEnd = data.indexOf('\r\n', start);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(data.toString('latin1', start, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (data.length < end + 2) return undefined;
    if (size === 0) return exactly(data, end + 2) && Buffer.concat(chunks);
    chunks.push(data.subarray(lineEnd + 2, end));
    start = end + 2;
  }
}
