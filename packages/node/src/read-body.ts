import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { HttpBody, MaybePromise } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from './decode-body.js';

const TOO_LARGE: HttpBody = { kind: 'too-large' };
const ABORTED: HttpBody = { kind: 'aborted' };
const EMPTY = new Uint8Array();

/**
 * Reads the body as it comes off the wire, counting its bytes. One that announces more than
 * `maxBytes` is not read at all; one that turns out larger is let go at that point, and what still
 * comes of it is thrown away. Never rejects.
 */
export function readBody(incoming: IncomingMessage, maxBytes: number): MaybePromise<HttpBody> {
  if (announcesMore(incoming.headers['content-length'], maxBytes)) return TOO_LARGE;
  return readStream(incoming, maxBytes);
}

/** By the number of digits first: for `Number(text)` V8 leaves the compiled code, at every request. */
function announcesMore(contentLength: string | undefined, maxBytes: number): boolean {
  if (contentLength === undefined || 10 ** contentLength.length <= maxBytes) return false;
  return Number(contentLength) > maxBytes;
}

/** The same for a stream that somebody in front made of the message, be it of bytes or of strings. */
export function readStream(stream: Readable, maxBytes: number): MaybePromise<HttpBody> {
  // Somebody else has read it, or the client is gone: no event would come any more.
  if (stream.readableEnded || stream.destroyed) return ABORTED;
  return new Promise((resolve) => {
    let first: Uint8Array | undefined;
    let chunks: Uint8Array[] | undefined;
    let length = 0;

    const letGo = (): void => {
      stream.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(TOO_LARGE);
    };
    const onData = (data: Uint8Array | string): void => {
      const chunk = typeof data === 'string' ? Buffer.from(data) : data;
      length += chunk.length;
      if (length > maxBytes) letGo();
      else if (first === undefined) first = chunk;
      else (chunks ??= [first]).push(chunk);
    };
    const onEnd = (): void => {
      resolve(decodeBody(chunks === undefined ? (first ?? EMPTY) : Buffer.concat(chunks, length)));
    };
    // A message that breaks off has no `end`. One that has ended keeps its listeners: to remove them
    // took 2 % of a single call.
    const onClose = (): void => {
      if (!stream.readableEnded) resolve(ABORTED);
    };

    stream.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}
