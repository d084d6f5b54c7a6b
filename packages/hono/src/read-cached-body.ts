import type { BodyLimits, HttpBody } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from '@jsonrpc-kit/node/adapter';
import type { HonoRequest } from 'hono';
import { readWithin } from './read-within.js';

/**
 * The body that middleware in front has read through the context (`c.req.json()` and the like), which
 * keeps it. Undefined where no middleware has. Never rejects.
 */
export function readCachedBody(
  request: HonoRequest,
  { maxBytes, timeout }: BodyLimits,
): Promise<HttpBody> | undefined {
  const [cached] = Object.keys(request.bodyCache);
  if (cached === undefined) return undefined;
  // A text doesn't show any more whether it was UTF-8; bytes do.
  const body =
    cached === 'arrayBuffer'
      ? request.arrayBuffer().then((buffer) => bodyOfBytes(new Uint8Array(buffer), maxBytes))
      : request.text().then((text) => bodyOfText(text, maxBytes));
  return readWithin(timeout, body);
}

function bodyOfBytes(bytes: Uint8Array, maxBytes: number): HttpBody {
  return bytes.length > maxBytes ? { kind: 'too-large' } : decodeBody(bytes);
}

function bodyOfText(text: string, maxBytes: number): HttpBody {
  const byteLength = new TextEncoder().encode(text).length;
  return byteLength > maxBytes ? { kind: 'too-large' } : { kind: 'text', text, byteLength };
}
