import type { HttpBody } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from '@jsonrpc-kit/node/adapter';
import type { HonoRequest } from 'hono';

/**
 * The body where middleware in front has read it through the context (`c.req.json()` and the like),
 * which keeps it for those who come after. Undefined where nobody has. Never rejects.
 */
export function readCachedBody(
  request: HonoRequest,
  maxBytes: number,
): Promise<HttpBody> | undefined {
  const [cached] = Object.keys(request.bodyCache);
  if (cached === undefined) return undefined;
  // Of a text nobody can tell any more whether it was UTF-8, of bytes one can.
  const body =
    cached === 'arrayBuffer'
      ? request.arrayBuffer().then((buffer) => bodyOfBytes(new Uint8Array(buffer), maxBytes))
      : request.text().then((text) => bodyOfText(text, maxBytes));
  return body.catch(() => ({ kind: 'aborted' }));
}

function bodyOfBytes(bytes: Uint8Array, maxBytes: number): HttpBody {
  return bytes.length > maxBytes ? { kind: 'too-large' } : decodeBody(bytes);
}

function bodyOfText(text: string, maxBytes: number): HttpBody {
  return new TextEncoder().encode(text).length > maxBytes
    ? { kind: 'too-large' }
    : { kind: 'text', text };
}
