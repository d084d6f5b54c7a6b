import type { ConnectionInput, Socket } from '../connection/socket.js';
import type { AcceptedUpgrade } from '../connection/upgrade.js';
import { receive } from './received-message.js';

/** The members of Bun's `ServerWebSocket` that are used. */
export interface BunWebSocket {
  /** What belongs to the connection. */
  readonly data: BunConnection;
  /** Sends a text message. */
  send(text: string): unknown;
  /** Returns the number of bytes that the client hasn't received. */
  getBufferedAmount(): number;
  /** Sends a ping. */
  ping(): unknown;
  /** Begins the closing handshake. */
  close(code: number, reason: string): void;
  /** Closes the connection without a handshake. */
  terminate(): void;
}

/** The option `websocket` of `Bun.serve()`. */
export interface BunWebSocketHandlers {
  /** The maximum size of a message in bytes: the largest `maxBodyBytes` of the entrypoints. */
  readonly maxPayloadLength: number;
  /** The bytes beyond which Bun would drop messages. */
  readonly backpressureLimit: number;
  /** Off, because the api notices clients that are gone. */
  readonly idleTimeout: number;
  /** Off, because the api sends pings. */
  readonly sendPings: boolean;
  /** Off, because compression costs memory for each connection. */
  readonly perMessageDeflate: boolean;
  /** Begins a connection. */
  readonly open: (webSocket: BunWebSocket) => void;
  /** Passes a message on. */
  readonly message: (webSocket: BunWebSocket, message: string | Uint8Array) => void;
  /** Reports that the client has read everything. */
  readonly drain: (webSocket: BunWebSocket) => void;
  /** Reports a sign of life. */
  readonly ping: (webSocket: BunWebSocket) => void;
  /** Reports a sign of life. */
  readonly pong: (webSocket: BunWebSocket) => void;
  /** Ends a connection. */
  readonly close: (webSocket: BunWebSocket) => void;
}

/** A connection on Bun, whose server calls the same functions for all of them. */
export class BunConnection implements Socket {
  readonly reading: undefined = undefined;
  readonly #decision: AcceptedUpgrade;
  #webSocket: BunWebSocket | undefined;
  #input: ConnectionInput | undefined;
  #sentBytes = 0;
  #onDrained: (() => void)[] = [];

  constructor(decision: AcceptedUpgrade) {
    this.#decision = decision;
  }

  open(webSocket: BunWebSocket): void {
    this.#webSocket = webSocket;
    this.#input = this.#decision.open(this);
  }

  message(message: string | Uint8Array): void {
    if (this.#input === undefined) return;
    const { maxMessageBytes: maxBytes } = this.#decision;
    receive(this.#input, message, { maxBytes, close: (code, reason) => this.close(code, reason) });
  }

  drained(): void {
    this.alive();
    for (const callback of this.#onDrained.splice(0)) callback();
  }

  alive(): void {
    this.#input?.alive();
  }

  closed(): void {
    this.#input?.closed();
    this.#input = undefined;
  }

  send(text: string, end = ''): void {
    this.#webSocket?.send(text + end);
    this.#sentBytes += text.length + end.length;
  }

  get bufferedBytes(): number {
    return this.#webSocket?.getBufferedAmount() ?? 0;
  }

  get sentBytes(): number {
    return this.#sentBytes - this.bufferedBytes;
  }

  onDrained(callback: () => void): void {
    this.#onDrained.push(callback);
    if (this.bufferedBytes === 0) setTimeout(() => this.drained(), 0);
  }

  readonly ping = (): void => {
    this.#webSocket?.ping();
  };

  close(code: number, reason: string): void {
    this.#webSocket?.close(code, reason);
  }

  terminate(): void {
    this.#webSocket?.terminate();
  }
}
