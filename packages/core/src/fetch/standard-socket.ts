import type { ConnectionInput, Socket } from '../connection/socket.js';
import type { AcceptedUpgrade } from '../connection/upgrade.js';
import { receive } from './received-message.js';

/** The members of the standard `WebSocket` that are used, in the forms of Deno and Cloudflare Workers. */
export interface StandardWebSocket {
  /** How binary messages are passed on. */
  binaryType?: string;
  /** 1 while the connection is open. */
  readonly readyState: number;
  /** The bytes that the client hasn't received; undefined if the runtime doesn't report them. */
  readonly bufferedAmount?: number;
  /** Sends a text message. */
  send(text: string): void;
  /** Begins the closing handshake. */
  close(code?: number, reason?: string): void;
  /** Adds a listener. */
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: { readonly data?: unknown }) => void,
  ): void;
}

/** Milliseconds between two looks at what a client has received, which no event reports. */
const DRAIN_INTERVAL = 20;
const OPEN = 1;

/** A standard `WebSocket` of a server. The runtime itself notices clients that have vanished. */
export class StandardSocket implements Socket {
  readonly reading: undefined = undefined;
  readonly ping: undefined = undefined;
  readonly isIsolated: boolean | undefined;
  readonly #webSocket: StandardWebSocket;
  #sentBytes = 0;

  constructor(webSocket: StandardWebSocket, { isIsolated }: Pick<Socket, 'isIsolated'> = {}) {
    this.#webSocket = webSocket;
    this.isIsolated = isIsolated;
  }

  /** Begins the connection when the socket is open. */
  attach(decision: AcceptedUpgrade): void {
    const webSocket = this.#webSocket;
    const { maxMessageBytes: maxBytes } = decision;
    let input: ConnectionInput | undefined;
    let isOver = false;
    const open = (): void => {
      input = decision.open(this);
    };
    const ended = (): void => {
      if (isOver) return;
      isOver = true;
      // Cloudflare Workers don't finish the closing handshake by themselves.
      webSocket.close();
      if (input === undefined) decision.cancel();
      else input.closed();
    };
    webSocket.binaryType = 'arraybuffer';
    webSocket.addEventListener('message', ({ data }) => {
      if (input === undefined || isOver) return;
      receive(input, data, { maxBytes, close: (code, reason) => this.close(code, reason) });
    });
    webSocket.addEventListener('close', ended);
    webSocket.addEventListener('error', ended);
    if (webSocket.readyState === OPEN) open();
    else webSocket.addEventListener('open', open);
  }

  send(text: string, end = ''): void {
    // The client may have disconnected before the runtime reports it.
    if (this.#webSocket.readyState !== OPEN) return;
    this.#webSocket.send(text + end);
    this.#sentBytes += text.length + end.length;
  }

  get bufferedBytes(): number {
    return this.#webSocket.bufferedAmount ?? 0;
  }

  get sentBytes(): number {
    return this.#sentBytes - this.bufferedBytes;
  }

  onDrained(callback: () => void): void {
    const check = (): void => {
      if (this.bufferedBytes === 0 || this.#webSocket.readyState !== OPEN) callback();
      else setTimeout(check, DRAIN_INTERVAL);
    };
    setTimeout(check, 0);
  }

  close(code: number, reason: string): void {
    try {
      this.#webSocket.close(code, reason);
    } catch {
      // Some runtimes reserve all codes but 1000 and those of applications. 1000 would keep clients from
      // connecting again.
      this.#webSocket.close();
    }
  }

  terminate(): void {
    this.#webSocket.close();
  }
}
