import { bodyToSend, failureResponse, type HttpResponse } from '@jsonrpc-kit/core/adapter';
import {
  allowsHeader,
  drainRequest,
  type ResponseHost,
  watchResponse,
} from '@jsonrpc-kit/node/adapter';
import type { FastifyReply } from 'fastify';
import { toReadable } from './to-readable.js';

/**
 * Sends the response through the reply, so that the hooks of the application can handle it. Keeps the
 * headers that they have set, and watches the response until it has been sent. If Fastify can't send
 * the response, logs the error and sends a 500 instead. Never throws.
 */
export function sendResponse(
  response: HttpResponse,
  reply: FastifyReply,
  host: ResponseHost,
): void {
  const exchange = { incoming: reply.request.raw, outgoing: reply.raw };
  if (!exchange.incoming.complete) drainRequest(exchange, response);
  try {
    send(response, reply);
  } catch (error) {
    response.events?.cancel();
    sendFailure(failureResponse(error, host.logger), reply);
  }
  watchResponse(exchange, response, host);
}

function send(response: HttpResponse, reply: FastifyReply): void {
  const { status, body, events, contentType, headers } = response;
  if (headers !== undefined) setHeaders(reply, headers);
  reply.code(status);
  if (contentType !== undefined) {
    reply.type(contentType).header('x-content-type-options', 'nosniff');
  }
  // Without a serializer, Fastify would add a charset to the media type of a text.
  reply
    .serializer(unchanged)
    .send(events === undefined ? bodyToSend(body) : toReadable(events, reply));
}

function unchanged(text: string): string {
  return text;
}

/** Adds cookies to those that the hooks of the application have set. Other headers replace theirs. */
function setHeaders(reply: FastifyReply, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') keepCookies(reply);
    if (allowsHeader(reply.request.raw, name)) reply.header(name, value);
  }
}

/**
 * Moves cookies from Node's response to the reply, because the cookies of the reply would replace them.
 */
function keepCookies(reply: FastifyReply): void {
  const cookies = reply.raw.getHeader('set-cookie');
  if (cookies === undefined) return;
  reply.header('set-cookie', cookies);
  reply.raw.removeHeader('set-cookie');
}

/** Sends a 500 response, or destroys the connection if a part of the response has already been sent. */
function sendFailure(response: HttpResponse, reply: FastifyReply): void {
  const { raw: outgoing } = reply;
  try {
    if (outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    send(response, reply);
  } catch {
    outgoing.destroy();
  }
}
