import {
  bodyToSend,
  entityHeaders,
  failureResponse,
  type HttpResponse,
} from '@jsonrpc-kit/core/adapter';
import { callOnSentAfterReturn, observeBody, toReadableStream } from '@jsonrpc-kit/core/internal';
import {
  allowsHeader,
  type NodeExchange,
  type ResponseHost,
  watchResponseSoon,
} from '@jsonrpc-kit/node/adapter';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { nodeExchange } from './http-request.js';

/**
 * Returns the response with the headers that middleware has set. On Node, watches the response until it
 * has been sent. Other runtimes don't report that: `onSent` is called as soon as the runtime has
 * received the response, and only a long body is observed. Never throws.
 */
export function sendResponse(c: Context, response: HttpResponse, host: ResponseHost): Response {
  const node = nodeExchange(c);
  if (node !== undefined) watchResponseSoon(node, response, host);
  else if (response.onSent !== undefined) {
    callOnSentAfterReturn(response.onSent, executionContext(c), host.logger);
  }
  try {
    return toWebResponse(c, response, host);
  } catch (error) {
    response.events?.cancel();
    // Omits the headers of the context, because one of them may be the cause.
    const { status, body, contentType } = failureResponse(error, host.logger);
    return new Response(bodyInit(body), { status, headers: entityHeaders(contentType) });
  }
}

function toWebResponse(c: Context, response: HttpResponse, host: ResponseHost): Response {
  const { status, body, events, contentType, headers } = response;
  const node = nodeExchange(c);
  const entity = entityHeaders(contentType);
  const isHead = c.req.method === 'HEAD';
  let sent: Body = events === undefined ? bodyInit(body) : toReadableStream(events);
  if (node === undefined && !isHead && sent instanceof Uint8Array) {
    // The runtime doesn't know the length of a stream.
    entity['content-length'] = String(sent.length);
    sent = observeBody(sent, response, host);
  }
  // If no middleware has run, the context has no headers. Passing a plain object to `Response` then
  // keeps @hono/node-server on its fast path, which Hono's `newResponse()` would leave: 15 % of a call.
  if (c.req.routeIndex === 0 && headers === undefined && !isHead) {
    return new Response(sent, { status, headers: entity });
  }
  if (headers !== undefined) setHeaders(c, headers, node);
  // Hono removes the body of a response to HEAD, so the length has to be set here.
  if (body !== undefined && isHead) c.header('content-length', String(byteLength(body)));
  // The core only sends valid statuses.
  return c.newResponse(sent, status as StatusCode, entity);
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;

function bodyInit(body: HttpResponse['body']): Body {
  // The memory of a response is not shared with other threads.
  return (bodyToSend(body) ?? null) as Body;
}

function setHeaders(
  c: Context,
  headers: Iterable<readonly [string, string]>,
  node: NodeExchange | undefined,
): void {
  for (const [name, value] of headers) {
    if (node !== undefined && !allowsHeader(node.incoming, name)) continue;
    c.header(name, value, { append: name === 'set-cookie' });
  }
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
}

/** Returns the context of the platform. Hono throws without one. */
export function executionContext(c: Context): Context['executionCtx'] | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}
