import { type Client, type Span, type SpanStatus, spanToJSON, updateSpanName } from '@sentry/core';
import { RPC_SYSTEM } from '../conventions/semantic-conventions.js';

/** Sentry's operation for the span of an HTTP request. */
export const HTTP_SERVER = 'http.server';

/** The origin of the span of a job, which distinguishes it from jobs of the application. */
export const JOB_ORIGIN = 'auto.queue.jsonrpc_kit';

interface Transaction {
  readonly name: string;
  status: SpanStatus | undefined;
}

/**
 * Names transactions after their methods. HTTP and framework instrumentation may overwrite the name and
 * the status until a span ends, so both are set again when it ends.
 */
export class Transactions {
  readonly #transactions = new WeakMap<Span, Transaction>();

  constructor(client: Client) {
    client.on('spanEnd', (span) => {
      const transaction = this.#transactions.get(span);
      if (transaction !== undefined) apply(span, transaction);
    });
  }

  /**
   * Sets the name unless there is one. A request of the application to itself belongs to the outer
   * request.
   */
  setName(root: Span, name: string): void {
    if (this.#transactions.has(root)) return;
    const transaction = { name, status: undefined };
    this.#transactions.set(root, transaction);
    apply(root, transaction);
  }

  setStatus(root: Span, status: SpanStatus): void {
    const transaction = this.#transactions.get(root);
    if (transaction !== undefined) transaction.status = status;
  }
}

function apply(root: Span, { name, status }: Transaction): void {
  if (!isMessageSpan(root)) return;
  updateSpanName(root, name);
  root.setAttribute('rpc.system.name', RPC_SYSTEM);
  if (status !== undefined) root.setStatus(status);
}

/**
 * Whether a root span represents a job, or an HTTP request and was created by HTTP or framework
 * instrumentation. A span that the application itself has started isn't one.
 */
export function isMessageSpan(root: Span): boolean {
  // Sentry 10 has `data`, Sentry 11 has `attributes`.
  const json: { data?: Record<string, unknown>; attributes?: Record<string, unknown> } =
    spanToJSON(root);
  const { 'sentry.op': op, 'sentry.origin': origin } = json.attributes ?? json.data ?? {};
  if (op === HTTP_SERVER || origin === JOB_ORIGIN) return true;
  return op !== 'http.client' && String(origin).startsWith('auto.http.');
}
