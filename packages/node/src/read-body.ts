import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type BodyLimits, decodeBody, type HttpBody } from '@jsonrpc-kit/core/adapter';
import type { MaybePromise } from '@jsonrpc-kit/core/types';

const TOO_LARGE: HttpBody = { kind: 'too-large' };
const TIMED_OUT: HttpBody = { kind: 'timed-out' };
const ABORTED: HttpBody = { kind: 'aborted' };
const EMPTY = new Uint8Array();
/**
 * For scheduling a microtask. `queueMicrotask()` is more expensive, because it creates an asynchronous
 * resource.
 */
const DONE = Promise.resolve();

/**
 * Reads the body as it arrives, and counts its bytes. Doesn't read a body whose `content-length`
 * exceeds `maxBytes`. If a body turns out to be larger or doesn't arrive in time, stops reading,
 * releases the chunks and leaves the rest to `drainRequest()`. Never rejects.
 */
export function readBody(incoming: IncomingMessage, limits: BodyLimits): MaybePromise<HttpBody> {
  const contentLength = incoming.headers['content-length'];
  if (exceeds(contentLength, limits.maxBytes)) return TOO_LARGE;
  return readStream(incoming, limits, contentLength);
}

/**
 * Compares the number of digits first, because `Number(text)` leaves V8's compiled code, which is slow.
 */
function exceeds(contentLength: string | undefined, maxBytes: number): boolean {
  if (contentLength === undefined || 10 ** contentLength.length <= maxBytes) return false;
  return Number(contentLength) > maxBytes;
}

/**
 * Reads a body like {@link readBody}, from the message or from a stream of bytes or strings with which
 * a hook or middleware has replaced it.
 *
 * @param contentLength the header if the stream is the message, otherwise undefined
 */
export function readStream(
  stream: Readable,
  limits: BodyLimits,
  contentLength?: string,
): MaybePromise<HttpBody> {
  const { maxBytes, timeout } = limits;
  // Other code has read the stream, or the client has disconnected. The stream won't emit an event.
  if (stream.readableEnded || stream.destroyed) return ABORTED;
  return new Promise((resolve) => {
    let first: Uint8Array | undefined;
    let chunks: Uint8Array[] | undefined;
    let length = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDone = false;

    const finish = (body: HttpBody): void => {
      isDone = true;
      if (timer !== undefined) clearTimeout(timer);
      resolve(body);
    };
    const giveUp = (body: HttpBody): void => {
      stream.off('data', onData).off('end', onEnd).off('close', onClose);
      first = chunks = undefined;
      finish(body);
    };
    const onData = (data: Uint8Array | string): void => {
      const chunk = typeof data === 'string' ? Buffer.from(data) : data;
      length += chunk.length;
      if (length > maxBytes) giveUp(TOO_LARGE);
      else if (first === undefined) first = chunk;
      else (chunks ??= [first]).push(chunk);
    };
    const onEnd = (): void => {
      finish(decodeBody(chunks === undefined ? (first ?? EMPTY) : Buffer.concat(chunks, length)));
    };
    // An incomplete message emits `close` without `end`. The listeners of a complete message aren't
    // removed, because that took 2 % of a single call.
    const onClose = (): void => {
      if (!stream.readableEnded) finish(ABORTED);
    };

    stream.on('data', onData).on('end', onEnd).on('close', onClose);
    if (timeout === Infinity) return;
    // In the next microtask, a body that came together with its headers has arrived and needs no timer.
    void DONE.then(() => {
      if (isDone || String(length + stream.readableLength) === contentLength) return;
      timer = setTimeout(giveUp, timeout, TIMED_OUT);
    });
  });
}
