import { concat } from './request-body.js';

/** The media type of server-sent events. */
export const EVENT_STREAM_MEDIA_TYPE = 'text/event-stream';

/** Milliseconds without an event after which a comment keeps proxies from closing the connection. */
const COMMENT_INTERVAL = 15_000;
/** The number of bytes that an adapter gets at once. */
const CHUNK_BYTES = 64 * 1024;

const encoder = new TextEncoder();
const COMMENT = encoder.encode(':\n\n');

type Bytes = Uint8Array<ArrayBuffer>;

/** What an {@link EventStream} needs. */
export interface EventStreamOptions {
  /** Milliseconds within which the client must read something if there is something to read. */
  readonly sendTimeout: number;
  /** Called once, with whether everything was sent. */
  readonly onOver: (wasSent: boolean) => void;
}

/**
 * The server-sent events of a response. An adapter reads them in chunks, and asks for the next chunk when
 * the operating system, or its framework, has accepted the previous one. The stream therefore knows how many
 * bytes this process holds for a client that reads slowly.
 */
export class EventStream implements AsyncIterableIterator<Bytes, undefined> {
  readonly #options: EventStreamOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #waiting: Bytes[] = [];
  #waitingBytes = 0;
  /** The bytes that the adapter has taken, but that weren't accepted yet. */
  #takenBytes = 0;
  #movedAt = performance.now();
  #onChunk: ((chunk: Bytes | undefined) => void) | undefined;
  #onDrained: (() => void)[] = [];
  #close: (() => void) | undefined;
  #onEnd: (() => void) | undefined;
  #state: 'open' | 'ending' | 'over' = 'open';

  constructor(options: EventStreamOptions) {
    this.#options = options;
    const interval = Math.min(1_000, options.sendTimeout / 2);
    this.#timer = setInterval(() => this.#check(), interval);
    // The process stays alive because of the socket.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** The bytes that this process holds, because the client hasn't read them. */
  get bufferedBytes(): number {
    return this.#waitingBytes + this.#takenBytes;
  }

  /**
   * Sends an event.
   *
   * @param id what the client sends as `Last-Event-ID` to continue after the event
   */
  send(text: string, id?: string): void {
    const data = text.replaceAll(/\r\n|[\r\n]/g, '\ndata: ');
    const idLine = id === undefined || /[\r\n\0]/.test(id) ? '' : `id: ${id}\n`;
    this.#push(encoder.encode(`${idLine}data: ${data}\n\n`));
  }

  /** Calls the function once, when the process holds no more bytes, or the stream is over. */
  onDrained(callback: () => void): void {
    if (this.#state === 'over') callback();
    else this.#onDrained.push(callback);
  }

  /** Sets the function that closes the connection of a client that reads nothing. Adapters call it. */
  onStalled(close: () => void): void {
    this.#close = close;
  }

  /**
   * Sets the function that is called once when the adapter has taken everything, although the client may not
   * have read it, or when the stream is cancelled. Adapters call it.
   */
  onEnd(callback: () => void): void {
    if (this.#state === 'over') callback();
    else this.#onEnd = callback;
  }

  /** Ends the response after everything that was sent. Returns whether it was open until then. */
  end(): boolean {
    if (this.#state !== 'open') return false;
    this.#state = 'ending';
    if (this.#onChunk !== undefined && this.#waiting.length === 0) this.#over(true);
    return true;
  }

  /** Closes the connection without sending the rest. */
  terminate(): void {
    const close = this.#close;
    this.#over(false);
    close?.();
  }

  /** Reports that the client has disconnected, or that the response can't be sent. */
  cancel(): void {
    this.#over(false);
  }

  /** Returns the next chunk as soon as there is one. The previous chunk counts as accepted. */
  async next(): Promise<IteratorResult<Bytes, undefined>> {
    this.#accepted();
    const chunk = this.#take() ?? (await this.#nextChunk());
    return chunk === undefined ? { done: true, value: undefined } : { done: false, value: chunk };
  }

  /** Reports that the adapter reads no more. */
  return(): Promise<IteratorResult<Bytes, undefined>> {
    this.cancel();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Returns the stream, which is iterated over once. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  #accepted(): void {
    if (this.#takenBytes > 0) this.#movedAt = performance.now();
    this.#takenBytes = 0;
    if (this.#waiting.length === 0) this.#drained();
  }

  #drained(): void {
    for (const callback of this.#onDrained.splice(0)) callback();
  }

  #nextChunk(): Promise<Bytes | undefined> {
    if (this.#state !== 'open') {
      this.#over(true);
      return Promise.resolve(undefined);
    }
    return new Promise((resolve) => {
      this.#onChunk = resolve;
    });
  }

  #push(bytes: Bytes): void {
    if (this.#state !== 'open') return;
    if (this.bufferedBytes === 0) this.#movedAt = performance.now();
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    // Collects the events of one turn.
    if (this.#onChunk !== undefined && this.#waiting.length === 1) queueMicrotask(this.#deliver);
  }

  readonly #deliver = (): void => {
    const chunk = this.#take();
    const deliver = this.#onChunk;
    if (chunk === undefined || deliver === undefined) return;
    this.#onChunk = undefined;
    deliver(chunk);
  };

  #take(): Bytes | undefined {
    if (this.#waiting.length === 0) return undefined;
    const chunk = concat(this.#waiting, this.#waitingBytes);
    const taken = chunk.subarray(0, CHUNK_BYTES);
    this.#waiting = taken.length === chunk.length ? [] : [chunk.subarray(CHUNK_BYTES)];
    this.#waitingBytes = chunk.length - taken.length;
    this.#takenBytes = taken.length;
    return taken;
  }

  /** Closes the connection of a client that reads nothing, and keeps that of a silent stream open. */
  #check(): void {
    const silence = performance.now() - this.#movedAt;
    if (this.bufferedBytes > 0) {
      if (silence >= this.#options.sendTimeout) this.terminate();
    } else if (silence >= COMMENT_INTERVAL) this.#push(COMMENT);
  }

  #over(wasSent: boolean): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    clearInterval(this.#timer);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#takenBytes = 0;
    this.#onChunk?.(undefined);
    this.#onChunk = undefined;
    this.#options.onOver(wasSent);
    this.#onEnd?.();
    this.#drained();
  }
}

/** Returns the events as the body of a web response. */
export function toReadableStream(events: EventStream): ReadableStream<Bytes> {
  let isOver = false;
  return new ReadableStream(
    {
      start(controller) {
        events.onStalled(() => {
          isOver = true;
          const message = 'The client did not read the events within sendTimeout';
          controller.error(new DOMException(message, 'TimeoutError'));
        });
      },
      async pull(controller) {
        const { done, value } = await events.next();
        if (isOver) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        isOver = true;
        events.cancel();
      },
    },
    // The runtime gets a chunk only when it reads.
    { highWaterMark: 0 },
  );
}
