/**
 * JSON-RPC for Fastify.
 *
 * @module
 */
export { fastifyReply, fastifyRequest } from './fastify-sources.js';
export { jsonRpc, type JsonRpcOptions } from './json-rpc.js';
