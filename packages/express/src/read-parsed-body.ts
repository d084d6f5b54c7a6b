import type { HttpBody } from '@jsonrpc-kit/core/adapter';
import { parsedBody } from '@jsonrpc-kit/node/adapter';
import type { Request } from 'express';

/**
 * The body as a parser in front of the api has left it (`express.json()` and the like). Undefined
 * where nobody has read it: what stands in `body` is no sign of that, as some put `{}` there without
 * reading.
 */
export function readParsedBody(request: Request, maxBytes: number): HttpBody | undefined {
  const body = request.body as unknown;
  if (body === undefined || !(request.readableDidRead || request.readableEnded)) return undefined;
  const length = request.headers['content-length'];
  // The parser may allow more than the entrypoint, and of a value nobody sees how long it was.
  if (Number(length) > maxBytes) return { kind: 'too-large' };
  // Of an empty body `express.json()` makes `{}`, which nobody sent.
  return parsedBody(length === '0' ? '' : body, maxBytes);
}
