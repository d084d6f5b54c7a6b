/**
 * Sentry for JSON-RPC: add {@link trackerJsonRpcIntegration} to the `integrations` of `Sentry.init()`.
 *
 * @module
 */
export {
  TrackerJsonRpcIntegration,
  trackerJsonRpcIntegration,
} from './sentry/tracker-json-rpc-integration.js';
export type { TrackerOptions, TransactionInfo } from './sentry/tracker-options.js';
