import type { HttpBody } from '@jsonrpc-kit/core/adapter';

/** Keeps a byte order mark, which the core handles. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a whole body; `'not-utf-8'` where its bytes are not UTF-8. */
export function decodeBody(bytes: Uint8Array): HttpBody {
  try {
    return { kind: 'text', text: decoder.decode(bytes), byteLength: bytes.length };
  } catch {
    return { kind: 'not-utf-8' };
  }
}
