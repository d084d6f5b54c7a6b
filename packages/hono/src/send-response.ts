import {
  type Api,
  bodyToSend,
  callOnSentAfterReturn,
  entityHeaders,
  failureResponse,
  type HttpResponse,
} from '@jsonrpc-kit/core/adapter';
import { allowsHeader, type NodeExchange, watchResponseSoon } from '@jsonrpc-kit/node/adapter';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { nodeExchange } from './http-request.js';

/**
 * Returns the response with the headers that middleware has set. On Node, watches the response until it
 * has been sent. Other runtimes don't report that: `onSent` is called as soon as the runtime has
 * received the response, and the runtime decides how long a client may take. Never throws.
 */
export function sendResponse(c: Context, response: HttpResponse, logger: Api['logger']): Response {
  const node = nodeExchange(c);
  if (node !== undefined) watchResponseSoon(node, response, logger);
  else if (response.onSent !== undefined) {
    callOnSentAfterReturn(response.onSent, executionContext(c), logger);
  }
  try {
    return toWebResponse(c, response, node);
  } catch (error) {
    // Omits the headers of the context, because one of them may be the cause.
    const { status, body, contentType } = failureResponse(error, logger);
    return new Response(bodyInit(body), { status, headers: entityHeaders(contentType) });
  }
}

function toWebResponse(
  c: Context,
  { status, body, contentType, headers }: HttpResponse,
  node: NodeExchange | undefined,
): Response {
  const entity = entityHeaders(contentType);
  const isHead = c.req.method === 'HEAD';
  // If no middleware has run, the context has no headers. Passing a plain object to `Response` then
  // keeps @hono/node-server on its fast path, which Hono's `newResponse()` would leave: 15 % of a call.
  if (c.req.routeIndex === 0 && headers === undefined && !isHead) {
    return new Response(bodyInit(body), { status, headers: entity });
  }
  if (headers !== undefined) setHeaders(c, headers, node);
  // Hono removes the body of a response to HEAD, so the length has to be set here.
  if (body !== undefined && isHead) c.header('content-length', String(byteLength(body)));
  // The core only sends valid statuses.
  return c.newResponse(bodyInit(body), status as StatusCode, entity);
}

function bodyInit(body: HttpResponse['body']): string | Uint8Array<ArrayBuffer> | null {
  // The memory of a response is not shared with other threads.
  return (bodyToSend(body) ?? null) as string | Uint8Array<ArrayBuffer> | null;
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
