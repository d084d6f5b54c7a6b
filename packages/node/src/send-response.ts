import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  bodyToSend,
  entityHeaders,
  failureResponse,
  type HttpResponse,
} from '@jsonrpc-kit/core/adapter';
import { drainRequest } from './drain-request.js';
import { pipeEvents } from './pipe-events.js';
import { type NodeExchange, type ResponseHost, watchResponse } from './on-finished.js';

/**
 * Writes the response, keeps the headers that the application has set, and watches the response until
 * it has been sent. If the response can't be written, logs the error and sends a 500 instead. Never
 * throws.
 */
export function sendResponse(
  response: HttpResponse,
  exchange: NodeExchange,
  host: ResponseHost,
): void {
  const { incoming, outgoing } = exchange;
  if (outgoing.headersSent) {
    // The application has already responded. `sendTimeout` doesn't apply to its response.
    response.events?.cancel();
    watchResponse(exchange, { onSent: response.onSent, sendTimeout: Infinity }, host);
    return;
  }
  if (!incoming.complete) drainRequest(exchange, response);
  try {
    write(response, outgoing);
  } catch (error) {
    response.events?.cancel();
    writeFailure(failureResponse(error, host.logger), outgoing);
  }
  if (response.events !== undefined) void pipeEvents(response.events, exchange);
  watchResponse(exchange, response, host);
}

function write(
  { status, body, events, contentType, headers }: HttpResponse,
  outgoing: ServerResponse,
): void {
  if (headers !== undefined) setHeaders(outgoing, headers);
  if (events !== undefined) {
    outgoing.writeHead(status, entityHeaders(contentType));
    return;
  }
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

/** Adds cookies to those that middlewares of the application have set. Other headers replace theirs. */
function setHeaders(outgoing: ServerResponse, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value);
    else if (allowsHeader(outgoing.req, name)) outgoing.setHeader(name, value);
  }
}

/** Whether a header can be sent. HTTP/2 has no `connection` header, and Node warns about it. */
export function allowsHeader(request: IncomingMessage, name: string): boolean {
  return name !== 'connection' || request.httpVersionMajor === 1;
}

/**
 * Writes a 500 response, or destroys the connection if a part of the response has already been sent.
 */
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
