import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api, HttpResponse } from '@jsonrpc-kit/core/adapter';
import { discardRest } from './discard-rest.js';
import { failedResponse } from './failed-response.js';
import { watchResponse } from './watch-response.js';

/**
 * Writes the response, beside the headers that the application has set, and watches it until it has
 * been sent. A response that HTTP can't carry is logged and becomes 500. Never throws.
 */
export function sendResponse(
  response: HttpResponse,
  exchange: { incoming: IncomingMessage; outgoing: ServerResponse },
  logger: Api['logger'],
): void {
  const { incoming, outgoing } = exchange;
  if (outgoing.headersSent) {
    // The application has responded in the meantime, and its own response has no time limit of ours.
    watchResponse(exchange, { onSent: response.onSent, sendTimeout: Infinity }, logger);
    return;
  }
  if (!incoming.complete) discardRest(exchange, response);
  try {
    write(response, outgoing);
  } catch (error) {
    writeFailure(failedResponse(error, logger), outgoing);
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
  const length = Buffer.byteLength(body);
  const entity =
    contentType === undefined
      ? { 'content-length': length }
      : {
          'content-type': contentType,
          'content-length': length,
          'x-content-type-options': 'nosniff',
        };
  outgoing.writeHead(status, entity).end(body);
}

/** Cookies are added to those of the application's middlewares; other headers replace theirs. */
function setHeaders(outgoing: ServerResponse, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value);
    else if (takesHeader(outgoing.req, name)) outgoing.setHeader(name, value);
  }
}

/** HTTP/2 has no `connection` header, and Node warns of one. */
export function takesHeader({ httpVersionMajor }: IncomingMessage, name: string): boolean {
  return name !== 'connection' || httpVersionMajor === 1;
}

/** Destroys the connection where a part of the response has been sent already. */
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
