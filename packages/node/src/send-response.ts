import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Api,
  bodyToSend,
  failureResponse,
  type HttpResponse,
} from '@jsonrpc-kit/core/adapter';
import { drainRequest } from './drain-request.js';
import { type NodeExchange, watchResponse } from './on-finished.js';

/**
 * Writes the response, keeps the headers that the application has set, and watches the response until
 * it has been sent. A response that HTTP can't carry is logged and becomes 500. Never throws.
 */
export function sendResponse(
  response: HttpResponse,
  exchange: NodeExchange,
  logger: Api['logger'],
): void {
  const { incoming, outgoing } = exchange;
  if (outgoing.headersSent) {
    // The application has responded in the meantime; `sendTimeout` doesn't apply to its response.
    watchResponse(exchange, { onSent: response.onSent, sendTimeout: Infinity }, logger);
    return;
  }
  if (!incoming.complete) drainRequest(exchange, response);
  try {
    write(response, outgoing);
  } catch (error) {
    writeFailure(failureResponse(error, logger), outgoing);
  }
  watchResponse(exchange, response, logger);
}

function write(
  { status, body, contentType, headers }: HttpResponse,
  outgoing: ServerResponse,
): void {
  if (headers !== undefined) setHeaders(outgoing, headers);
  if (body === undefined) {
    outgoing.writeHead(status).end();
    return;
  }
  const sent = bodyToSend(body);
  const length = Buffer.byteLength(sent);
  const entity =
    contentType === undefined
      ? { 'content-length': length }
      : {
          'content-type': contentType,
          'content-length': length,
          'x-content-type-options': 'nosniff',
        };
  outgoing.writeHead(status, entity).end(sent);
}

/** Adds cookies to those of the application's middlewares; other headers replace theirs. */
function setHeaders(outgoing: ServerResponse, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value);
    else if (allowsHeader(outgoing.req, name)) outgoing.setHeader(name, value);
  }
}

/** HTTP/2 has no `connection` header, and Node warns about one. */
export function allowsHeader({ httpVersionMajor }: IncomingMessage, name: string): boolean {
  return name !== 'connection' || httpVersionMajor === 1;
}

/** Destroys the connection if a part of the response has been sent already. */
function writeFailure(response: HttpResponse, outgoing: ServerResponse): void {
  try {
    if (outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    write(response, outgoing);
  } catch {
    outgoing.destroy();
  }
}
