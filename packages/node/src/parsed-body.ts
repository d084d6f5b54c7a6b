import type { IncomingMessage } from 'node:http';
import type { HttpBody } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from './decode-body.js';

/**
 * Returns a body that a parser of the application has read: its bytes, its text, or its value.
 *
 * @param wireLength the length of a value as the client has sent it, where that is known
 */
export function parsedBody(body: unknown, maxBytes: number, wireLength?: number): HttpBody {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return { kind: 'value', value: body, byteLength: wireLength };
  }
  const byteLength = Buffer.byteLength(body);
  if (byteLength > maxBytes) return { kind: 'too-large' };
  return typeof body === 'string' ? { kind: 'text', text: body, byteLength } : decodeBody(body);
}

/** The `content-length` of a request; undefined for a chunked body. */
export function announcedLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
