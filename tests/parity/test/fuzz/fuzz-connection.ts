import { connect, type Socket } from 'node:net';

/** A response as the client received it. */
export interface FuzzResponse {
  readonly status: number;
  /** By lower-case name. The values of repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** In milliseconds. Long enough for any response, even on a busy machine. */
const RESPONSE_TIMEOUT = 20_000;

/** A connection that sends raw bytes and reads one response after the other. */
export class FuzzConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1' });
    this.#socket.setTimeout(RESPONSE_TIMEOUT, () => this.#socket.destroy());
    this.#socket.on('data', (data: Buffer) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#wake();
    });
    // After an error, such as a reset, the socket also emits `close`.
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  /** Sends each part in a separate write. */
  async send(parts: readonly (string | Uint8Array)[]): Promise<void> {
    for (const part of parts) {
      await new Promise((written) => this.#socket.write(part, written));
    }
  }

  /** Half-closes the connection: the client can still receive. */
  finishSending(): void {
    this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Resolves to the next final response, or to undefined if the connection ends before it is complete. */
  async response({ toHead }: { readonly toHead: boolean }): Promise<FuzzResponse | undefined> {
    const head = await this.#readUntil('\r\n\r\n');
    if (head === undefined) return undefined;
    const [statusLine = '', ...lines] = head.trimEnd().split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
    if (status >= 100 && status < 200) return this.response({ toHead });
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const [name = '', value = ''] = line.split(/:\s*(.*)/s);
      const key = name.toLowerCase();
      headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
    }
    const body = toHead ? '' : await this.#readBody(headers);
    return body === undefined ? undefined : { status, headers, body };
  }

  async #readBody(headers: Readonly<Record<string, string>>): Promise<string | undefined> {
    if (headers['transfer-encoding'] !== undefined) return this.#readUntil('0\r\n\r\n');
    const length = Number(headers['content-length'] ?? 0);
    while (this.#received.length < length) if (!(await this.#receiveMore())) return undefined;
    return this.#take(length);
  }

  async #readUntil(end: string): Promise<string | undefined> {
    for (;;) {
      const index = this.#received.indexOf(end);
      if (index !== -1) return this.#take(index + end.length);
      if (!(await this.#receiveMore())) return undefined;
    }
  }

  #take(length: number): string {
    const taken = this.#received.toString('utf8', 0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }

  /** Waits for more bytes. Resolves to false if the connection has ended. */
  async #receiveMore(): Promise<boolean> {
    if (this.#isClosed) return false;
    const before = this.#received.length;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return this.#received.length > before;
  }
}
