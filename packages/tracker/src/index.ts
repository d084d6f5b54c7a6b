/**
 * Sentry for JSON-RPC: add {@link sentryIntegration} to the `integrations` of `Sentry.init()`.
 *
 * @module
 */
export { SentryIntegration, sentryIntegration } from './sentry/sentry-integration.js';
export type { TrackerOptions, TransactionInfo } from './sentry/tracker-options.js';
