/**
 * JSON-RPC on `node:http`: a request listener, and a shutdown that loses no answer.
 *
 * @module
 */
export {
  type ClosableServer,
  closeOnSignals,
  type CloseOnSignalsOptions,
} from './close-on-signals.js';
export { jsonRpc } from './json-rpc.js';
