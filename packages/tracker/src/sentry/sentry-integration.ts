import { addInstrumentation } from '@jsonrpc-kit/core';
import { type Client, type Integration, SDK_VERSION } from '@sentry/core';
import { CONTEXT_NAME } from './error-events.js';
import { isSentHeader } from './sent-headers.js';
import { sentryInstrumentation } from './sentry-instrumentation.js';
import type { TrackerOptions } from './tracker-options.js';

/** The integration that {@link sentryIntegration} creates. */
export class SentryIntegration implements Integration {
  /**
   * The name of the integration. If several integrations have the same name, Sentry uses the last one.
   */
  readonly name = 'JsonRpcKit';
  readonly #options: TrackerOptions;

  constructor(options: TrackerOptions = {}) {
    this.#options = options;
  }

  /** Called by Sentry. */
  setup(client: Client): void {
    warnIfVersionsDiffer(client);
    removeRequestData(client);
    client.on('close', addInstrumentation(sentryInstrumentation(client, this.#options)));
  }
}

/**
 * Creates an integration for `Sentry.init()`. It creates a transaction for every HTTP request, named
 * after the method, a span for every call, and an event for every unhandled exception. Every call has
 * its own scopes.
 *
 * ```ts
 * Sentry.init({ dsn, tracesSampleRate: 1, integrations: [sentryIntegration()] });
 * ```
 *
 * The integration applies to all apis of the process, no matter when they are created.
 */
export function sentryIntegration(options: TrackerOptions = {}): SentryIntegration {
  return new SentryIntegration(options);
}

/**
 * Warns if the application and this package use different versions of `@sentry/core`. They share no
 * state, so nothing would be tracked. Package managers that isolate packages can install two versions.
 */
function warnIfVersionsDiffer(client: Client): void {
  const version = client.getSdkMetadata()?.sdk?.version;
  if (version === undefined || version === SDK_VERSION) return;
  console.warn(
    `@jsonrpc-kit/tracker can't track anything: it uses @sentry/core ${SDK_VERSION}, but your Sentry ` +
      `SDK uses ${version}. Install @sentry/core@${version} as a dependency of your application.`,
  );
}

/**
 * Removes the params and credentials that Sentry's HTTP instrumentation sends by default: bodies, cookies and headers.
 * Params may only be sent by the option `params`.
 */
function removeRequestData(client: Client): void {
  client.on('postprocessEvent', ({ contexts, request }) => {
    if (contexts?.[CONTEXT_NAME] === undefined) return;
    removeHeaderAttributes(contexts.trace?.data);
    if (request === undefined) return;
    delete request.data;
    delete request.cookies;
    const headers = Object.entries(request.headers ?? {});
    request.headers = Object.fromEntries(headers.filter(([name]) => isSentHeader(name)));
  });
  // Streamed traces have the same in the first span of the request.
  client.on('processSpan', ({ attributes }) => {
    if (attributes?.['rpc.system.name'] === undefined) return;
    delete attributes['http.request.body.data'];
    removeHeaderAttributes(attributes);
  });
}

const HEADER_ATTRIBUTE = 'http.request.header.';

function removeHeaderAttributes(attributes: Record<string, unknown> = {}): void {
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith(HEADER_ATTRIBUTE)) continue;
    const name = key.slice(HEADER_ATTRIBUTE.length).replaceAll('_', '-');
    if (!isSentHeader(name)) delete attributes[key];
  }
}
