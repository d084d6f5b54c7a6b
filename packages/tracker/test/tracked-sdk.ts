import { context, propagation, trace } from '@opentelemetry/api';
import * as Sentry from '@sentry/node';
import { onTestFinished } from 'vitest';
import { sentryIntegration, type TrackerOptions } from '../src/index.js';
import { Ingest } from './ingest.js';
import { type SentTransaction, transactionsOf } from './sent-transactions.js';

export interface TrackOptions extends TrackerOptions {
  /** Default: `static` in Sentry 10, `stream` in Sentry 11. */
  readonly traceLifecycle?: 'static' | 'stream';
  /** Default: 1. */
  readonly tracesSampleRate?: number | undefined;
  /** For Sentry 10. */
  readonly openTelemetryBasicTracerProvider?: boolean;
  readonly tracesSampler?: Sentry.NodeOptions['tracesSampler'];
}

/**
 * Default integrations that instrument HTTP and frameworks, or change the process. The tests remove
 * them.
 */
const REMOVED_INTEGRATIONS = new Set(
  'Http NodeFetch Hono Express Fastify Console OnUncaughtException OnUnhandledRejection ProcessSession'.split(
    ' ',
  ),
);

/** A Sentry SDK with the tracker, and the server that receives its envelopes, until the test ends. */
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
        ...defaults.filter(({ name }) => !REMOVED_INTEGRATIONS.has(name)),
        sentryIntegration({ params, transactionName }),
      ],
    });
  }

  static async start(options: TrackOptions = {}): Promise<Tracked> {
    const ingest = await Ingest.listen();
    const tracked = new Tracked(ingest, options);
    onTestFinished(async () => {
      await tracked.client?.close();
      ingest.close();
      // Sentry 10 registers itself with OpenTelemetry, which accepts only one registration.
      for (const api of [trace, context, propagation]) api.disable();
    });
    return tracked;
  }

  async transactions(): Promise<readonly SentTransaction[]> {
    await this.client?.flush();
    return transactionsOf(this.#ingest);
  }

  /** The received events by time. */
  async events(): Promise<readonly SentEvent[]> {
    await this.client?.flush();
    return this.#events.toSorted((a, b) => a.timestamp - b.timestamp);
  }

  /** Waits for an event, which may follow the response; undefined if there are several. */
  async event(): Promise<SentEvent | undefined> {
    await this.#ingest.until(() => this.#events.length > 0);
    const [event, ...others] = await this.events();
    return others.length === 0 ? event : undefined;
  }

  get #events(): readonly SentEvent[] {
    // The wire format of Sentry; the tests check the members that they use.
    return this.#ingest.ofType('event') as unknown as readonly SentEvent[];
  }
}

/** The members of an event that the tests check. */
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
