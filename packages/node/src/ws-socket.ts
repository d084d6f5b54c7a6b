import type { Socket as RawSocket } from 'node:net';
import type { ConnectionInput, Socket } from '@jsonrpc-kit/core/connection';
import type { RawData, WebSocket } from 'ws';

/** Bytes that a socket of Node has handed to the operating system, but that were not accepted yet. */
interface RawHandle {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** The input of each WebSocket. One property instead of closures saves memory for each connection. */
const INPUT: unique symbol = Symbol('input');

type AttachedWebSocket = WebSocket & { [INPUT]?: ConnectionInput };

/** A WebSocket of the package `ws`. Collects the messages of a turn into one write. */
export class WsSocket implements Socket {
  readonly #webSocket: WebSocket;
  readonly #raw: RawSocket & RawHandle;
  #isCorked = false;

  constructor(webSocket: WebSocket, raw: RawSocket) {
    this.#webSocket = webSocket;
    this.#raw = raw;
  }

  send(text: string): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#raw.cork();
      process.nextTick(uncork, this);
    }
    this.#webSocket.send(text);
  }

  uncork(): void {
    this.#isCorked = false;
    this.#raw.uncork();
  }

  get bufferedBytes(): number {
    return this.#webSocket.bufferedAmount;
  }

  get sentBytes(): number {
    const { bytesWritten, writableLength, _handle: handle } = this.#raw;
    return bytesWritten - writableLength - (handle?.writeQueueSize ?? 0);
  }

  onDrained(callback: () => void): void {
    // The socket emits 'drain' only after it has held more than its high-water mark.
    if (this.#raw.writableLength === 0) setImmediate(callback);
    else this.#raw.write('', () => callback());
  }

  get reading(): Socket['reading'] {
    return this.#webSocket;
  }

  get ping(): () => void {
    return () => this.#webSocket.ping();
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason);
  }

  terminate(): void {
    this.#webSocket.terminate();
  }
}

function uncork(socket: WsSocket): void {
  socket.uncork();
}

/** Reports what arrives on the WebSocket. */
export function attach(webSocket: WebSocket, input: ConnectionInput): void {
  const attached: AttachedWebSocket = webSocket;
  attached[INPUT] = input;
  attached.on('message', onMessage);
  attached.on('ping', onAlive);
  attached.on('pong', onAlive);
  attached.on('close', onClose);
  // A close event follows each error.
  attached.on('error', ignore);
}

function onMessage(this: AttachedWebSocket, data: RawData, isBinary: boolean): void {
  // Without another `binaryType`, each message is one buffer.
  const { length } = data as Buffer;
  this[INPUT]?.message(isBinary ? undefined : (data as Buffer).toString(), length);
}

function onAlive(this: AttachedWebSocket): void {
  this[INPUT]?.alive();
}

function onClose(this: AttachedWebSocket): void {
  this[INPUT]?.closed();
}

function ignore(): void {
  // The peer has violated the protocol or disconnected.
}
