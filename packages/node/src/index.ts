/**
 * Serves JSON-RPC with `node:http`: {@link jsonRpc} returns a request listener, and {@link
 * closeOnSignals} shuts down a server gracefully.
 *
 * @module
 */
export {
  type ClosableServer,
  closeOnSignals,
  type CloseOnSignalsOptions,
} from './close-on-signals.js';
export { jsonRpc, type JsonRpcListener } from './json-rpc.js';
