import type { Ingest } from './ingest.js';

/** A sent span, in the same form for both trace lifecycles. */
export interface SentSpan {
  readonly name: string;
  readonly op: unknown;
  readonly id: string;
  readonly parent: string | undefined;
  readonly trace: string;
  /** `ok`, or the name of the failure. */
  readonly status: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A transaction with its spans; a segment if spans are streamed. */
export interface SentTransaction extends SentSpan {
  readonly source: unknown;
  readonly spans: readonly SentSpan[];
}

/** Returns the received transactions by start time. */
export function transactionsOf(ingest: Ingest): readonly SentTransaction[] {
  const transactions = [...staticTransactions(ingest), ...streamedTransactions(ingest)];
  return transactions.toSorted((a, b) => a.start - b.start);
}

interface StaticSpan {
  readonly description: string;
  readonly op?: string;
  readonly span_id: string;
  readonly parent_span_id?: string;
  readonly trace_id: string;
  readonly status?: string;
  readonly start_timestamp: number;
  readonly timestamp: number;
  readonly data?: Record<string, unknown>;
}

interface StaticTransaction {
  readonly transaction: string;
  readonly transaction_info?: { readonly source: string };
  readonly contexts: { readonly trace: Omit<StaticSpan, 'description'> };
  readonly start_timestamp: number;
  readonly timestamp: number;
  readonly spans: readonly StaticSpan[];
}

function staticTransactions(ingest: Ingest): SentTransaction[] {
  // The wire format of Sentry; the tests check the members that they use.
  const payloads = ingest.ofType('transaction') as unknown as readonly StaticTransaction[];
  return payloads.map((payload) => {
    const { transaction, transaction_info: info, contexts, start_timestamp, timestamp } = payload;
    const root = { ...contexts.trace, description: transaction, start_timestamp, timestamp };
    return {
      ...fromStatic(root),
      source: info?.source,
      spans: payload.spans.map(fromStatic).toSorted((a, b) => a.start - b.start),
    };
  });
}

function fromStatic(span: StaticSpan): SentSpan {
  return {
    name: span.description,
    op: span.op,
    id: span.span_id,
    parent: span.parent_span_id,
    trace: span.trace_id,
    status: span.status ?? 'ok',
    start: span.start_timestamp,
    end: span.timestamp,
    attributes: span.data ?? {},
  };
}

interface StreamedSpan {
  readonly name: string;
  readonly span_id: string;
  readonly parent_span_id?: string;
  readonly trace_id: string;
  readonly is_segment: boolean;
  readonly start_timestamp: number;
  readonly end_timestamp: number;
  readonly status: string;
  readonly attributes: Readonly<Record<string, { readonly value: unknown }>>;
}

function streamedTransactions(ingest: Ingest): SentTransaction[] {
  const payloads = ingest.ofType('span') as unknown as { readonly items: StreamedSpan[] }[];
  const spans = payloads.flatMap(({ items }) => items);
  const segmentOf = (span: StreamedSpan): unknown => span.attributes['sentry.segment.id']?.value;
  return spans
    .filter((span) => span.is_segment)
    .map((root) => {
      const children = spans.filter((span) => span !== root && segmentOf(span) === root.span_id);
      const transaction = fromStreamed(root);
      return {
        ...transaction,
        source: sourceOf(transaction),
        spans: children.map(fromStreamed).toSorted((a, b) => a.start - b.start),
      };
    });
}

function fromStreamed(span: StreamedSpan): SentSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).map(([name, { value }]) => [name, value]),
  );
  return {
    name: span.name,
    op: attributes['sentry.op'],
    id: span.span_id,
    parent: span.parent_span_id,
    trace: span.trace_id,
    status: span.status === 'ok' ? 'ok' : String(attributes['sentry.status.message']),
    start: span.start_timestamp,
    end: span.end_timestamp,
    attributes,
  };
}

/** Sentry 11 and 10 use different attributes. */
function sourceOf({ attributes }: SentSpan): unknown {
  return attributes['sentry.segment.name.source'] ?? attributes['sentry.source'];
}
