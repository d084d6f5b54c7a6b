import { addInstrumentation } from '@jsonrpc-kit/core';
import type { Client, Integration } from '@sentry/core';
import { keepBodiesBack } from './request-data.js';
import { sentryInstrumentation } from './sentry-instrumentation.js';
import type { TrackerOptions } from './tracker-options.js';
import { warnOfOtherCore } from './warn-of-other-core.js';

/** See {@link trackerJsonRpcIntegration}. */
export class TrackerJsonRpcIntegration implements Integration {
  /** By which Sentry knows it: of two of one name it takes the last. */
  readonly name = 'JsonRpcKit';
  readonly #options: TrackerOptions;

  constructor(options: TrackerOptions = {}) {
    this.#options = options;
  }

  /** Called by Sentry. */
  setup(client: Client): void {
    warnOfOtherCore(client);
    keepBodiesBack(client);
    client.on('close', addInstrumentation(sentryInstrumentation(client, this.#options)));
  }
}

/**
 * For the `integrations` of Sentry's `init`: a transaction per HTTP request, named after what was
 * called, a span per call, and an event per unhandled exception, in scopes of its call alone.
 *
 * ```ts
 * Sentry.init({ dsn, tracesSampleRate: 1, integrations: [trackerJsonRpcIntegration()] });
 * ```
 *
 * It holds for every api of the process, made before or after. Nothing happens without it.
 */
export function trackerJsonRpcIntegration(options: TrackerOptions = {}): TrackerJsonRpcIntegration {
  return new TrackerJsonRpcIntegration(options);
}
