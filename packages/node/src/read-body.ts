import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { BodyLimits, HttpBody, MaybePromise } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from './decode-body.js';

const TOO_LARGE: HttpBody = { kind: 'too-large' };
const TIMED_OUT: HttpBody = { kind: 'timed-out' };
const ABORTED: HttpBody = { kind: 'aborted' };
const EMPTY = new Uint8Array();
/** Its `then()` costs less than queueMicrotask(), which creates an asynchronous resource each time. */
const DONE = Promise.resolve();

/**
 * Reads the body as it arrives, counting its bytes. A body that announces more than `maxBytes` is not
 * read at all. One that turns out larger, or does not arrive in time, is given up at that point: its
 * chunks are released, and the caller discards the rest. Never rejects.
 */
export function readBody(incoming: IncomingMessage, limits: BodyLimits): MaybePromise<HttpBody> {
  const contentLength = incoming.headers['content-length'];
  if (announcesMore(contentLength, limits.maxBytes)) return TOO_LARGE;
  return readStream(incoming, limits, contentLength);
}

/** By the number of digits first: for `Number(text)` V8 leaves the compiled code, at every request. */
function announcesMore(contentLength: string | undefined, maxBytes: number): boolean {
  if (contentLength === undefined || 10 ** contentLength.length <= maxBytes) return false;
  return Number(contentLength) > maxBytes;
}

/**
 * Reads a body like {@link readBody}, from the message or from a stream of bytes or strings that a
 * parser in front has put around it.
 *
 * @param contentLength the header, where the stream is the message
 */
export function readStream(
  stream: Readable,
  { maxBytes, timeout }: BodyLimits,
  contentLength?: string,
): MaybePromise<HttpBody> {
  // Another reader has consumed it, or the client is gone: no event will come.
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
    // A message that breaks off has no `end`. One that has ended keeps its listeners: to remove them
    // took 2 % of a single call.
    const onClose = (): void => {
      if (!stream.readableEnded) finish(ABORTED);
    };

    stream.on('data', onData).on('end', onEnd).on('close', onClose);
    if (timeout === Infinity) return;
    // By then a body that came together with its headers has arrived, and needs no timer.
    void DONE.then(() => {
      if (isDone || String(length + stream.readableLength) === contentLength) return;
      timer = setTimeout(giveUp, timeout, TIMED_OUT);
    });
  });
}
