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

/** The sockets with messages of this turn of the event loop, which are written at its end. */
let corked: WsSocket[] = [];
/** The end of the last message, which many messages have in a row. */
let lastEnd = '';
let isLastEndAscii = true;
let lastEndBytes: Buffer | undefined;

function endTurn(): void {
  const sockets = corked;
  corked = [];
  keepEnd('');
  for (const socket of sockets) socket.uncork();
}

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

function keepEnd(end: string): void {
  lastEnd = end;
  isLastEndAscii = isAscii(end);
  lastEndBytes = undefined;
}

/**
 * The longest message that is written at the end of its turn, and as a string if it is ASCII. Node writes strings of
 * this length without memory that it has to allocate.
 */
const SHORT = 16_000;

/** A frame of a text message that isn't masked, as a server sends it (RFC 6455, section 5.2). */
function textFrame(text: string, end: string): string | Buffer {
  if (end !== lastEnd) keepEnd(end);
  const characters = text.length + end.length;
  if (characters <= SHORT && isLastEndAscii && isAscii(text)) {
    // Each character is a byte of the frame.
    const header =
      characters < 126
        ? String.fromCharCode(0x81, characters)
        : String.fromCharCode(0x81, 126, characters >> 8, characters & 0xff);
    return header + text + end;
  }
  lastEndBytes ??= Buffer.from(end);
  const textLength = Buffer.byteLength(text);
  const length = textLength + lastEndBytes.length;
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
  frame.set(lastEndBytes, start + textLength);
  return frame;
}

/**
 * A WebSocket of the package `ws`. Writes frames to the socket itself, because `WebSocket.send()` takes longer and
 * can't share the end of a message. The short messages of a turn are written at its end, as one: a fan-out takes
 * less time if all sockets are written in a row.
 */
export class WsSocket implements Socket {
  readonly #webSocket: WebSocket;
  readonly #raw: RawSocket & RawHandle;
  #isCorked = false;

  constructor(webSocket: WebSocket, raw: RawSocket) {
    this.#webSocket = webSocket;
    this.#raw = raw;
  }

  send(text: string, end = ''): void {
    if (this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    const frame = textFrame(text, end);
    if (!this.#isCorked && frame.length <= SHORT) {
      this.#isCorked = true;
      this.#raw.cork();
      if (corked.length === 0) process.nextTick(endTurn);
      corked.push(this);
    }
    this.#raw.write(frame, 'latin1');
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
