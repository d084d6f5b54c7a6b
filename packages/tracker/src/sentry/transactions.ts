import { type Client, type Span, type SpanStatus, spanToJSON, updateSpanName } from '@sentry/core';
import { RPC_SYSTEM } from '../call/call-attributes.js';

/** The operation of a span that stands for an HTTP request, in Sentry's words. */
export const HTTP_SERVER = 'http.server';

interface Named {
  readonly name: string;
  status: SpanStatus | undefined;
}

/**
 * The transactions that are named after what was called in them. Instrumentation of HTTP and of
 * frameworks names them after the route, and gives them the status of HTTP, up to their very end: so
 * it is all said again then.
 */
export class Transactions {
  readonly #named = new WeakMap<Span, Named>();

  constructor(client: Client) {
    client.on('spanEnd', (span) => {
      const named = this.#named.get(span);
      if (named !== undefined) assert(span, named);
    });
  }

  /** The first name stands: a request that the application makes to itself belongs to the outer one. */
  name(root: Span, name: string): void {
    if (this.#named.has(root)) return;
    const named = { name, status: undefined };
    this.#named.set(root, named);
    assert(root, named);
  }

  setStatus(root: Span, status: SpanStatus): void {
    const named = this.#named.get(root);
    if (named !== undefined) named.status = status;
  }
}

function assert(root: Span, { name, status }: Named): void {
  if (!isOfHttp(root)) return;
  updateSpanName(root, name);
  root.setAttribute('rpc.system.name', RPC_SYSTEM);
  if (status !== undefined) root.setStatus(status);
}

/**
 * Whether a root span stands for an HTTP request. Where HTTP is not instrumented, that of a framework
 * does; the application's own, in which it calls itself, does not.
 */
export function isOfHttp(root: Span): boolean {
  // Sentry 11 calls `attributes` what was `data` in 10.
  const json: { data?: Record<string, unknown>; attributes?: Record<string, unknown> } =
    spanToJSON(root);
  const { 'sentry.op': op, 'sentry.origin': origin } = json.attributes ?? json.data ?? {};
  return op === HTTP_SERVER || (op !== 'http.client' && String(origin).startsWith('auto.http.'));
}
