/**
 * JSON-RPC for Express.
 *
 * @module
 */
export { type ClosableServer, closeOnSignals, type CloseOnSignalsOptions } from '@jsonrpc-kit/node';
export { expressRequest, expressResponse } from './express-sources.js';
export { jsonRpc } from './json-rpc.js';
