/**
 * Serves JSON-RPC with Hono, on Node and on every fetch runtime: {@link jsonRpc} returns a Hono app.
 *
 * @module
 */
export { type ClosableServer, closeOnSignals, type CloseOnSignalsOptions } from '@jsonrpc-kit/node';
export { honoContext, honoContextOf } from './http-request.js';
export { jsonRpc } from './json-rpc.js';
