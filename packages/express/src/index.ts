/**
 * Serves JSON-RPC with Express: {@link jsonRpc} returns a router.
 *
 * @module
 */
export { type ClosableServer, closeOnSignals, type CloseOnSignalsOptions } from '@jsonrpc-kit/node';
export { expressRequest, expressResponse } from './http-request.js';
export { jsonRpc } from './json-rpc.js';
