import type { HttpBody } from '@jsonrpc-kit/core/adapter';

/** Keeps a byte order mark: what becomes of it is the core's affair. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a whole body, or that it is no UTF-8. */
export function decodeBody(bytes: Uint8Array): HttpBody {
  try {
    return { kind: 'text', text: decoder.decode(bytes) };
  } catch {
    return { kind: 'not-utf-8' };
  }
}
