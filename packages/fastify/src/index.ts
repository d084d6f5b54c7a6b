/**
 * Serves JSON-RPC with Fastify: {@link jsonRpc} is an encapsulated plugin.
 *
 * @module
 */
export type { CloseOnSignalsOptions } from '@jsonrpc-kit/node';
export { type ClosableApp, closeOnSignals, type PluginCloseOptions } from './closing.js';
export { type AppLogger, fastifyReply, fastifyRequest } from './http-request.js';
export { jsonRpc, type JsonRpcOptions } from './json-rpc.js';
