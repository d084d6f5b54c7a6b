/**
 * JSON-RPC on `node:http`: a request listener and a graceful shutdown.
 *
 * @module
 */
export {
  type ClosableServer,
  closeOnSignals,
  type CloseOnSignalsOptions,
} from './close-on-signals.js';
export { jsonRpc, type JsonRpcListener } from './json-rpc.js';
