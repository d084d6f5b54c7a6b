/**
 * Sentry for JSON-RPC: {@link trackerJsonRpcIntegration} goes into the `integrations` of its `init`.
 *
 * @module
 */
export {
  TrackerJsonRpcIntegration,
  trackerJsonRpcIntegration,
} from './sentry/tracker-json-rpc-integration.js';
export type { TrackerOptions, TransactionInfo } from './sentry/tracker-options.js';
