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

/** Changes when a turn of the event loop that has sent messages ends. */
let turn = 0;
let isTurnOpen = false;
/** The sockets with several messages of this turn, which are written at its end. */
let corked: WsSocket[] = [];
/** The end of the last message, and its bytes if the message before had the same. */
let lastEnd = '';
let lastEndBytes: Buffer | undefined;

function endTurn(): void {
  turn += 1;
  isTurnOpen = false;
  const sockets = corked;
  corked = [];
  lastEnd = '';
  lastEndBytes = undefined;
  for (const socket of sockets) socket.uncork();
}

/** Returns the bytes of an end that many messages have in a row; undefined for any other. */
function sharedBytes(end: string): Buffer | undefined {
  if (end !== lastEnd) {
    lastEnd = end;
    lastEndBytes = undefined;
    return undefined;
  }
  return (lastEndBytes ??= Buffer.from(end));
}

/** A text message in one frame that isn't masked, as a server sends it (RFC 6455, section 5.2). */
function textFrame(text: string, end: string): Buffer {
  const endBytes = end === '' ? undefined : sharedBytes(end);
  const textLength = Buffer.byteLength(text);
  const length = textLength + (endBytes?.length ?? Buffer.byteLength(end));
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = 0x81;
  if (start === 2) {
    frame[1] = length;
  } else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  if (endBytes === undefined) frame.write(end, start + textLength);
  else frame.set(endBytes, start + textLength);
  return frame;
}

/**
 * A WebSocket of the package `ws`. Writes frames to the socket itself, because `WebSocket.send()` takes longer
 * and can't share the end of a message. After the first message of a turn, the others become one write.
 */
export class WsSocket implements Socket {
  readonly #webSocket: WebSocket;
  readonly #raw: RawSocket & RawHandle;
  /** The turn of the last message. */
  #turn = -1;
  #isCorked = false;

  constructor(webSocket: WebSocket, raw: RawSocket) {
    this.#webSocket = webSocket;
    this.#raw = raw;
  }

  send(text: string, end = ''): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    if (!isTurnOpen) {
      isTurnOpen = true;
      process.nextTick(endTurn);
    }
    if (this.#turn !== turn) {
      this.#turn = turn;
    } else if (!this.#isCorked) {
      this.#isCorked = true;
      this.#raw.cork();
      corked.push(this);
    }
    this.#raw.write(textFrame(text, end));
  }

  uncork(): void {
    this.#isCorked = false;
    this.#raw.uncork();
  }

  get bufferedBytes(): number {
    return this.#raw.writableLength;
  }

  get sentBytes(): number {
    const { bytesWritten, writableLength, _handle: handle } = this.#raw;
    return bytesWritten - writableLength - (handle?.writeQueueSize ?? 0);
  }

  onDrained(callback: () => void): void {
    // The end of the connection is reported by itself.
    if (this.#raw.destroyed) return;
    if (this.#raw.writableLength === 0) {
      setImmediate(callback);
      return;
    }
    // The socket emits 'drain' only after it has held more than its high-water mark.
    this.#raw.write('', (error) => {
      if (error === null || error === undefined) callback();
    });
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
