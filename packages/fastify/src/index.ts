/**
 * JSON-RPC for Fastify.
 *
 * @module
 */
export type { CloseOnSignalsOptions } from '@jsonrpc-kit/node';
export { closeOnSignals } from './close-on-signals.js';
export { fastifyReply, fastifyRequest } from './fastify-sources.js';
export { jsonRpc, type JsonRpcOptions } from './json-rpc.js';
