import { context, propagation, trace } from '@opentelemetry/api';
import * as Sentry from '@sentry/node';
import { onTestFinished } from 'vitest';
import { trackerJsonRpcIntegration, type TrackerOptions } from '../src/index.js';
import { Ingest } from './ingest.js';
import { type SentTransaction, transactionsOf } from './sent.js';

export interface TrackOptions extends TrackerOptions {
  /** Sentry 11 streams spans by default, and 10 sends transactions. */
  readonly traceLifecycle?: 'static' | 'stream';
  /** Default: everything. */
  readonly tracesSampleRate?: number | undefined;
  /** Sentry 11 has no such thing. */
  readonly openTelemetryBasicTracerProvider?: boolean;
  readonly tracesSampler?: Sentry.NodeOptions['tracesSampler'];
}

/** What of Sentry's own looks at HTTP and at frameworks, and what changes the process. */
const LEFT_OUT = new Set(
  'Http NodeFetch Hono Express Fastify Console OnUncaughtException OnUnhandledRejection ProcessSession'.split(
    ' ',
  ),
);

/** An SDK that tracks until the test ends, and the place to which it sends. */
export class Tracked {
  readonly client: Sentry.NodeClient | undefined;
  readonly #ingest: Ingest;

  private constructor(ingest: Ingest, options: TrackOptions) {
    const { traceLifecycle, tracesSampler, openTelemetryBasicTracerProvider = false } = options;
    const { params, transactionName } = options;
    const tracesSampleRate = 'tracesSampleRate' in options ? options.tracesSampleRate : 1;
    this.#ingest = ingest;
    this.client = Sentry.init({
      dsn: ingest.dsn,
      sendClientReports: false,
      openTelemetryBasicTracerProvider,
      ...(tracesSampleRate === undefined ? {} : { tracesSampleRate }),
      ...(tracesSampler === undefined ? {} : { tracesSampler }),
      ...(traceLifecycle === undefined ? {} : { traceLifecycle }),
      integrations: (defaults) => [
        ...defaults.filter(({ name }) => !LEFT_OUT.has(name)),
        trackerJsonRpcIntegration({ params, transactionName }),
      ],
    });
  }

  static async start(options: TrackOptions = {}): Promise<Tracked> {
    const ingest = await Ingest.listen();
    const tracked = new Tracked(ingest, options);
    onTestFinished(async () => {
      await tracked.client?.close();
      ingest.close();
      // Sentry 10 registers itself with OpenTelemetry, once for a process.
      for (const api of [trace, context, propagation]) api.disable();
    });
    return tracked;
  }

  async transactions(): Promise<readonly SentTransaction[]> {
    await this.client?.flush();
    return transactionsOf(this.#ingest);
  }

  /** The events that have come in, in the order of their beginning. */
  async events(): Promise<readonly SentEvent[]> {
    await this.client?.flush();
    return this.#events.toSorted((a, b) => a.timestamp - b.timestamp);
  }

  /** The one event that comes, perhaps after the answer. */
  async event(): Promise<SentEvent | undefined> {
    await this.#ingest.until(() => this.#events.length > 0);
    const [event, ...others] = await this.events();
    return others.length === 0 ? event : undefined;
  }

  get #events(): readonly SentEvent[] {
    // What the SDK promises to send; a part that is missing shows in the test that looks at it.
    return this.#ingest.ofType('event') as unknown as readonly SentEvent[];
  }
}

/** What the tests look at in an event. */
export interface SentEvent {
  readonly timestamp: number;
  readonly transaction?: string;
  readonly message?: string;
  readonly contexts: {
    readonly trace: { readonly trace_id: string; readonly span_id: string };
    readonly jsonrpc?: Readonly<Record<string, unknown>>;
  };
  readonly exception?: {
    readonly values: readonly {
      readonly type: string;
      readonly value: string;
      readonly mechanism: Readonly<Record<string, unknown>>;
    }[];
  };
  readonly tags?: Readonly<Record<string, string>>;
  readonly breadcrumbs?: readonly { readonly message?: string }[];
  readonly request?: Readonly<Record<string, unknown>>;
}
