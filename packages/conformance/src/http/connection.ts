import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { parseResponse, type ReceivedResponse } from './received-response.js';
import { appendPath, type SentRequest } from './sent-request.js';

/** A request with all headers that HTTP requires, except the host. */
export interface ConnectionRequest extends SentRequest {
  /** Whether the client ends its side of the connection after the request. */
  readonly halfClose?: true;
}

/** The responses that were received over a connection. */
export interface Conversation {
  /** One for each request; undefined if the connection ended before it was complete. */
  readonly responses: readonly (ReceivedResponse | undefined)[];
  /** Resolves to the bytes after the last response, when the server closes the connection. */
  surplus(): Promise<Uint8Array>;
}

/** A connection to a server. */
export class Connection {
  readonly #url: URL;
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #hasEnded = false;
  #wake: (() => void) | undefined;

  private constructor(url: URL, socket: Socket) {
    this.#url = url;
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake?.();
    });
    const end = (): void => {
      this.#hasEnded = true;
      this.#wake?.();
    };
    // A reset ends the connection too; what was received before it counts.
    socket.on('end', end).on('close', end).on('error', end);
  }

  static async open(url: URL, signal: AbortSignal): Promise<Connection> {
    const isTls = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port === '' ? (isTls ? 443 : 80) : url.port);
    const socket = isTls
      ? connectTls({ host, port, servername: host })
      : connect({ host, port, allowHalfOpen: true });
    signal.addEventListener('abort', () => socket.destroy(signal.reason as Error), { once: true });
    await once(socket, isTls ? 'secureConnect' : 'connect');
    return new Connection(url, socket);
  }

  /** Sends each request when the previous response is complete. */
  async converse(requests: readonly ConnectionRequest[]): Promise<Conversation> {
    const responses: (ReceivedResponse | undefined)[] = [];
    for (const request of requests) {
      const start = performance.now();
      this.#socket.write(this.#encode(request));
      if (request.halfClose) this.#socket.end();
      const response = await this.#nextResponse(request.verb === 'HEAD', start);
      responses.push(response);
      if (response === undefined) break;
    }
    return {
      responses: requests.map((_, index) => responses[index]),
      surplus: async () => {
        while (!this.#hasEnded) await this.#change();
        return new Uint8Array(this.#received);
      },
    };
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #encode({ verb, path, headers, body = new Uint8Array() }: SentRequest): Buffer {
    const { pathname, search, host } = appendPath(this.#url, path);
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const head = `${verb} ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${lines}\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  }

  async #nextResponse(isHead: boolean, start: number): Promise<ReceivedResponse | undefined> {
    for (;;) {
      const options = { isHead, hasEnded: this.#hasEnded, start };
      const parsed = parseResponse(this.#received, options);
      if (parsed !== undefined) {
        this.#received = this.#received.subarray(parsed.end);
        return parsed.response;
      }
      if (this.#hasEnded) return undefined;
      await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
