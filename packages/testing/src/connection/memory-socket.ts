import type { AcceptedUpgrade, ConnectionInput, Socket } from '@jsonrpc-kit/core/connection';

/** How a connection was closed. */
export interface ClosedConnection {
  /** The code of the close frame, such as 1000 or 4401. */
  readonly code: number;
  /** The reason of the close frame. */
  readonly reason: string;
}

/** The code that a client sees when there was no closing handshake (RFC 6455, section 7.1.5). */
const ABNORMAL_CLOSURE = 1006;

/** Both ends of a connection without a network. The client reads at once, and responds to pings. */
export class MemorySocket implements Socket {
  readonly bufferedBytes = 0;
  readonly sentBytes: undefined = undefined;
  readonly reading: { pause(): void; resume(): void };
  /** Settled when either end has closed the connection. */
  readonly closed: Promise<ClosedConnection>;
  readonly #onMessage: (text: string) => void;
  readonly #input: ConnectionInput;
  #unread: string[] | undefined;
  #isClosed = false;
  #resolveClosed: (closed: ClosedConnection) => void = () => undefined;

  constructor(upgrade: AcceptedUpgrade, onMessage: (text: string) => void) {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#onMessage = onMessage;
    this.reading = {
      pause: () => {
        this.#unread ??= [];
      },
      resume: () => {
        const unread = this.#unread ?? [];
        this.#unread = undefined;
        for (const text of unread) this.write(text);
      },
    };
    this.#input = upgrade.open(this);
  }

  // The end of the server.

  send(text: string, end = ''): void {
    if (!this.#isClosed) this.#onMessage(text + end);
  }

  onDrained(callback: () => void): void {
    queueMicrotask(callback);
  }

  readonly ping = (): void => this.#input.alive();

  close(code: number, reason: string): void {
    // The server doesn't expect its own call to close the connection.
    queueMicrotask(() => this.#end({ code, reason }));
  }

  terminate(): void {
    this.#end({ code: ABNORMAL_CLOSURE, reason: '' });
  }

  // The end of the client.

  write(text: string): void {
    if (this.#isClosed) throw new Error('The connection is closed.');
    if (this.#unread === undefined) this.#input.message(text, Buffer.byteLength(text));
    else this.#unread.push(text);
  }

  /** Disconnects without a handshake. */
  disconnect(): void {
    this.#end({ code: ABNORMAL_CLOSURE, reason: '' });
  }

  #end(closed: ClosedConnection): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#resolveClosed(closed);
    this.#input.closed();
  }
}
