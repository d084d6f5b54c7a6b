import type { Api, HttpResponse } from '@jsonrpc-kit/core/adapter';
import { callSent, failedResponse, takesHeader, watchResponse } from '@jsonrpc-kit/node/adapter';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { type NodeBindings, nodeBindings } from './node-bindings.js';

/**
 * Returns the response as one of the context, beside the headers that middleware has set, and watches
 * it until it has been sent. On fetch runtimes, which don't report that, its `sent` is called once the
 * response was handed over, and the runtime decides how long a client may take. Never throws.
 */
export function sendResponse(c: Context, response: HttpResponse, logger: Api['logger']): Response {
  const node = nodeBindings(c);
  if (node === undefined) callWhenTaken(c, response.onSent, logger);
  // By then the server has written it, unless middleware takes longer.
  else setImmediate(watchResponse, node, response, logger);
  try {
    return newResponse(c, response, node);
  } catch (error) {
    // None of the context's headers: one of them may be the reason.
    const { status, body, contentType } = failedResponse(error, logger);
    return new Response(bodyInit(body), { status, headers: entityHeaders(contentType) });
  }
}

function newResponse(
  c: Context,
  { status, body, contentType, headers }: HttpResponse,
  node: NodeBindings | undefined,
): Response {
  if (headers !== undefined) setHeaders(c, headers, node);
  // A HEAD is answered without the body that its length would be taken from.
  if (body !== undefined && c.req.method === 'HEAD') {
    c.header('content-length', String(byteLength(body)));
  }
  // The core answers with a status of HTTP.
  return c.newResponse(bodyInit(body), status as StatusCode, entityHeaders(contentType));
}

function entityHeaders(contentType: string | undefined): Record<string, string> {
  return contentType === undefined
    ? {}
    : { 'content-type': contentType, 'x-content-type-options': 'nosniff' };
}

function bodyInit(body: HttpResponse['body']): string | Uint8Array<ArrayBuffer> | null {
  // The memory of a response is not shared with other threads.
  return (body ?? null) as string | Uint8Array<ArrayBuffer> | null;
}

function setHeaders(
  c: Context,
  headers: Iterable<readonly [string, string]>,
  node: NodeBindings | undefined,
): void {
  for (const [name, value] of headers) {
    if (node !== undefined && !takesHeader(node.incoming, name)) continue;
    c.header(name, value, { append: name === 'set-cookie' });
  }
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
}

function callWhenTaken(c: Context, sent: HttpResponse['onSent'], logger: Api['logger']): void {
  if (sent === undefined) return;
  // The runtime takes the response before it gets to this.
  const ended = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() =>
    callSent(sent, logger),
  );
  executionContext(c)?.waitUntil(ended);
}

/** Hono throws where there is none. */
function executionContext(c: Context): Context['executionCtx'] | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}
