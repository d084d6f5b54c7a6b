import type { IncomingMessage } from 'node:http';
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
  if (Number(incoming.headers['content-length']) > maxBytes) return TOO_LARGE;
  // Somebody else has read it, or the client is gone: no event would come any more.
  if (incoming.readableEnded || incoming.destroyed) return ABORTED;
  return new Promise((resolve) => {
    let first: Uint8Array | undefined;
    let chunks: Uint8Array[] | undefined;
    let length = 0;

    const finish = (body: HttpBody): void => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(body);
    };
    const onData = (chunk: Uint8Array): void => {
      length += chunk.length;
      if (length > maxBytes) finish(TOO_LARGE);
      else if (first === undefined) first = chunk;
      else (chunks ??= [first]).push(chunk);
    };
    const onEnd = (): void => {
      finish(decodeBody(chunks === undefined ? (first ?? EMPTY) : Buffer.concat(chunks, length)));
    };
    // Comes after `end` too, but then it finds nobody; a message that breaks off has no `end`.
    const onClose = (): void => finish(ABORTED);

    incoming.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}
