import { contextSource, type ContextSource } from '@jsonrpc-kit/core';
import type { BodyLimits, HttpBody, MaybePromise } from '@jsonrpc-kit/core/adapter';
import {
  contentLengthOf,
  NodeHttpRequest,
  parsedBody,
  targetPath,
} from '@jsonrpc-kit/node/adapter';
import type { Request, Response } from 'express';

/** Represents a request to an Express application as an `HttpRequest`. */
export class ExpressHttpRequest extends NodeHttpRequest {
  declare readonly native: Request;
  readonly response: Response;

  constructor(request: Request, response: Response) {
    // In a mounted router, `url` is the path below the mount point, not decoded.
    super({ incoming: request, outgoing: response }, targetPath(request.url), request);
    this.response = response;
  }

  override readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    return readParsedBody(this.native, limits.maxBytes) ?? super.readBody(limits);
  }
}

/**
 * Returns the body that an earlier middleware, such as `express.json()`, has stored in `request.body`.
 * Returns undefined if the body hasn't been read, because some parsers set `{}` without reading it.
 */
function readParsedBody(request: Request, maxBytes: number): HttpBody | undefined {
  const body = request.body as unknown;
  if (body === undefined || !(request.readableDidRead || request.readableEnded)) return undefined;
  const byteLength = contentLengthOf(request);
  // The parser may have a higher limit than the entrypoint, and a parsed value doesn't have the length
  // that was sent.
  if (byteLength !== undefined && byteLength > maxBytes) return { kind: 'too-large' };
  // `express.json()` parses an empty body as `{}`, although an empty body isn't JSON.
  if (byteLength === 0) return parsedBody('', maxBytes);
  return typeof body === 'string' && isJsonString(body, byteLength)
    ? { kind: 'value', value: body, byteLength }
    : parsedBody(body, maxBytes, byteLength);
}

/** The length of the byte order mark, which parsers of text remove. */
const BOM_BYTES = 3;

/**
 * Whether a string is a parsed JSON string from `express.json({ strict: false })`, and not the raw text
 * from `express.text()`. A parsed string is shorter than the body, because it lacks the two quotes. Raw
 * text has the length of the body, except for a byte order mark. Without a `content-length`, the string
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

/**
 * An argument source for Express's request, with `ip`, `originalUrl` and everything that middleware has
 * added.
 *
 * ```ts
 * v1.method('whoAmI', { args: { request: expressRequest } }, ({ request }) => request.ip ?? null);
 * ```
 */
export const expressRequest: ContextSource<Request> = contextSource(
  ({ httpRequest }) => requireExpress('expressRequest', httpRequest).native,
);

/**
 * An argument source for Express's response, with its `locals`. To set the status, headers and cookies
 * of the response, prefer the source `httpResponse`, which works with every framework.
 */
export const expressResponse: ContextSource<Response> = contextSource(
  ({ httpRequest }) => requireExpress('expressResponse', httpRequest).response,
);

function requireExpress(source: string, httpRequest: unknown): ExpressHttpRequest {
  if (httpRequest instanceof ExpressHttpRequest) return httpRequest;
  throw new TypeError(
    `${source}: the request didn't come through @jsonrpc-kit/express. Use the source httpRequest instead.`,
  );
}
