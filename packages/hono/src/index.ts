/**
 * JSON-RPC for Hono, on Node and on every runtime of fetch.
 *
 * @module
 */
export { type ClosableServer, closeOnSignals, type CloseOnSignalsOptions } from '@jsonrpc-kit/node';
export { honoContext, honoContextOf } from './hono-context.js';
export { jsonRpc } from './json-rpc.js';
