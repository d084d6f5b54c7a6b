import { addInstrumentation } from '@jsonrpc-kit/core';
import { type Client, type Integration, SDK_VERSION } from '@sentry/core';
import { CONTEXT_NAME } from './error-events.js';
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
    removeBodies(client);
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
 * Removes request bodies, which Sentry's HTTP instrumentation sends by default. A body contains the
 * params of its calls, which may only be sent by the option `params`.
 */
function removeBodies(client: Client): void {
  client.on('postprocessEvent', (event) => {
    if (event.contexts?.[CONTEXT_NAME] !== undefined) delete event.request?.data;
  });
  // Streamed traces have the body in the first span of the request.
  client.on('processSpan', ({ attributes }) => {
    if (attributes?.['rpc.system.name'] !== undefined) delete attributes['http.request.body.data'];
  });
}
