import type { HttpBody } from '@jsonrpc-kit/core/adapter';
import { decodeBody } from './decode-body.js';

/** A body that a parser of the application has read: its bytes, its text, or what its JSON says. */
export function parsedBody(body: unknown, maxBytes: number): HttpBody {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return { kind: 'value', value: body };
  }
  if (Buffer.byteLength(body) > maxBytes) return { kind: 'too-large' };
  return typeof body === 'string' ? { kind: 'text', text: body } : decodeBody(body);
}
