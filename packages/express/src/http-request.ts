import { contextSource, type ContextSource } from '@jsonrpc-kit/core';
import type { BodyLimits, HttpBody, MaybePromise } from '@jsonrpc-kit/core/adapter';
import {
  announcedLength,
  NodeHttpRequest,
  parsedBody,
  targetPath,
} from '@jsonrpc-kit/node/adapter';
import type { Request, Response } from 'express';

/** A request to an Express application as an `HttpRequest`. */
export class ExpressHttpRequest extends NodeHttpRequest {
  declare readonly native: Request;
  readonly response: Response;

  constructor(request: Request, response: Response) {
    // In a mounted router `url` is the rest of the path, not decoded.
    super({ incoming: request, outgoing: response }, targetPath(request.url), request);
    this.response = response;
  }

  override readBody(limits: BodyLimits): MaybePromise<HttpBody> {
    return readParsedBody(this.native, limits.maxBytes) ?? super.readBody(limits);
  }
}

/**
 * Returns the body that a parser in front of the api, such as `express.json()`, has left in
 * `request.body`. Undefined if no parser has read it: some set `{}` without reading.
 */
function readParsedBody(request: Request, maxBytes: number): HttpBody | undefined {
  const body = request.body as unknown;
  if (body === undefined || !(request.readableDidRead || request.readableEnded)) return undefined;
  const byteLength = announcedLength(request);
  // The parser may allow more than the entrypoint, and a value doesn't show how long it was.
  if (byteLength !== undefined && byteLength > maxBytes) return { kind: 'too-large' };
  // `express.json()` turns an empty body into `{}`, which the client hasn't sent.
  if (byteLength === 0) return parsedBody('', maxBytes);
  return typeof body === 'string' && isJsonString(body, byteLength)
    ? { kind: 'value', value: body, byteLength }
    : parsedBody(body, maxBytes, byteLength);
}

/** The length of the byte order mark, which parsers of text remove. */
const BOM_BYTES = 3;

/**
 * Whether `express.json({ strict: false })` has left the value of a JSON string, instead of the raw text
 * that `express.text()` leaves. The value is at least two quotes shorter than what the client has sent;
 * a text is not, except for its byte order mark. Without a `content-length` it is treated as text.
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

/** Argument source: Express's request, with `ip`, `originalUrl` and what middleware added. */
export const expressRequest: ContextSource<Request> = contextSource(
  ({ httpRequest }) => requireExpress('expressRequest', httpRequest).native,
);

/**
 * Argument source: Express's response, with its `locals`. To set the status, headers and cookies of the
 * response, prefer the source `httpResponse`, which works in every framework.
 */
export const expressResponse: ContextSource<Response> = contextSource(
  ({ httpRequest }) => requireExpress('expressResponse', httpRequest).response,
);

function requireExpress(source: string, httpRequest: unknown): ExpressHttpRequest {
  if (httpRequest instanceof ExpressHttpRequest) return httpRequest;
  throw new TypeError(`${source}: the request did not come through @jsonrpc-kit/express`);
}
