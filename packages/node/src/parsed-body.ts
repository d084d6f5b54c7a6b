import type { IncomingMessage } from 'node:http';
import { decodeBody, type HttpBody } from '@jsonrpc-kit/core/adapter';

/** A message in which a parser, such as `body-parser` or `express.json()`, may have stored its body. */
interface ParsedMessage extends IncomingMessage {
  readonly body?: unknown;
}

/**
 * Whether a parser of the application has read the body and stored it in `incoming.body`. Some parsers
 * set `{}` without reading the body, which doesn't count.
 */
export function hasParsedBody(incoming: ParsedMessage): boolean {
  return incoming.body !== undefined && (incoming.readableDidRead || incoming.readableEnded);
}

/** Returns the body that a parser of the application has stored in `incoming.body`. */
export function storedBody(incoming: ParsedMessage, maxBytes: number): HttpBody {
  const { body } = incoming;
  const byteLength = contentLengthOf(incoming);
  // The parser may have a higher limit than the entrypoint, and a parsed value doesn't have the length
  // that was sent.
  if (byteLength !== undefined && byteLength > maxBytes) return { kind: 'too-large' };
  // `express.json()` parses an empty body as `{}`, although an empty body isn't JSON.
  if (byteLength === 0) return parsedBody('', maxBytes);
  // The length of a compressed body isn't that of its text.
  const length = incoming.headers['content-encoding'] === undefined ? byteLength : undefined;
  return typeof body === 'string' && isJsonString(body, length)
    ? { kind: 'value', value: body, byteLength: length }
    : parsedBody(body, maxBytes, length);
}

/**
 * Returns a body that a parser of the application has read: its bytes, its text or its parsed value.
 *
 * @param wireLength the number of bytes that the client sent for a parsed value, if known
 */
export function parsedBody(body: unknown, maxBytes: number, wireLength?: number): HttpBody {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    return { kind: 'value', value: body, byteLength: wireLength };
  }
  const byteLength = Buffer.byteLength(body);
  if (byteLength > maxBytes) return { kind: 'too-large' };
  return typeof body === 'string' ? { kind: 'text', text: body, byteLength } : decodeBody(body);
}

/** Returns the `content-length` of a request; undefined for a chunked body. */
export function contentLengthOf(request: IncomingMessage): number | undefined {
  const length = request.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** The length of the byte order mark, which parsers of text remove. */
const BOM_BYTES = 3;

/**
 * Whether a string is a parsed JSON string, as from `express.json({ strict: false })`, and not raw text,
 * as from `express.text()`. A parsed string is shorter than the body, because it lacks the two quotes.
 * Raw text has the length of the body, except for a byte order mark. Without a known length, the string
 * is treated as raw text.
 */
function isJsonString(body: string, byteLength: number | undefined): boolean {
  if (byteLength === undefined) return false;
  const missing = byteLength - Buffer.byteLength(body);
  return missing >= 2 && !(missing === BOM_BYTES && isJson(body));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
