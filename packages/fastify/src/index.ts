/**
 * JSON-RPC for Fastify.
 *
 * @module
 */
export { closeOnSignals, type CloseOnSignalsOptions } from './close-on-signals.js';
export { fastifyReply, fastifyRequest } from './fastify-sources.js';
export { jsonRpc, type JsonRpcOptions } from './json-rpc.js';
