import type { HttpBody } from '@jsonrpc-kit/core/adapter';
import { announcedLength, parsedBody } from '@jsonrpc-kit/node/adapter';
import type { Request } from 'express';

/**
 * Returns the body that a parser in front of the api (`express.json()` and the like) has left in
 * `request.body`, or undefined where no parser has read it: some set `{}` without reading.
 */
export function readParsedBody(request: Request, maxBytes: number): HttpBody | undefined {
  const body = request.body as unknown;
  if (body === undefined || !(request.readableDidRead || request.readableEnded)) return undefined;
  const byteLength = announcedLength(request);
  // The parser may allow more than the entrypoint, and a value doesn't show how long it was.
  if (byteLength !== undefined && byteLength > maxBytes) return { kind: 'too-large' };
  // `express.json()` turns an empty body into `{}`, which the client has not sent.
  if (byteLength === 0) return parsedBody('', maxBytes);
  return typeof body === 'string' && isJsonString(body, byteLength)
    ? { kind: 'value', value: body, byteLength }
    : parsedBody(body, maxBytes, byteLength);
}

/** The byte order mark, which parsers of text remove. */
const BOM_BYTES = 3;

/**
 * Whether `express.json({ strict: false })` has left the value of a JSON string, and not
 * `express.text()` the raw text. The value is shorter than what the client has sent, by two quotes at
 * least; a text is not, save for its byte order mark. Without a `content-length` it is taken for text.
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
