import type { HttpAnswer } from '@jsonrpc-kit/core/adapter';
import { whenOver } from '@jsonrpc-kit/node/adapter';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { nodeBindings } from './node-bindings.js';

/**
 * The answer as a response of the context, so that headers which middleware has set stand beside
 * it. Its `sent` is called when it has left; elsewhere than on Node, when it was handed over.
 */
export function sendResponse(c: Context, answer: HttpAnswer): Response {
  const { status, body, contentType, headers, sent } = answer;
  if (sent !== undefined) callWhenSent(c, sent);
  if (headers !== undefined) setHeaders(c, headers);
  // A HEAD is answered without the body that its length would be taken from.
  if (body !== undefined && c.req.method === 'HEAD') {
    c.header('content-length', String(byteLength(body)));
  }
  return c.newResponse(
    // The memory of an answer is not shared with other threads.
    (body ?? null) as string | Uint8Array<ArrayBuffer> | null,
    // The core answers with a status of HTTP.
    status as StatusCode,
    contentType === undefined ? undefined : { 'content-type': contentType },
  );
}

function setHeaders(c: Context, headers: Iterable<readonly [string, string]>): void {
  for (const [name, value] of headers) c.header(name, value, { append: name === 'set-cookie' });
}

function byteLength(body: string | Uint8Array): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
}

function callWhenSent(c: Context, sent: () => Promise<void>): void {
  const node = nodeBindings(c);
  if (node !== undefined) {
    whenOver(node.incoming, node.outgoing, () => void sent());
    return;
  }
  // Here nothing tells when it has left; the runtime takes it before it gets to this.
  const ended = new Promise<void>((resolve) => setTimeout(resolve, 0)).then(sent);
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
