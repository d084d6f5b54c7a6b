/**
 * JSON-RPC for Fastify.
 *
 * @module
 */
export type { CloseOnSignalsOptions } from '@jsonrpc-kit/node';
export { type ClosableApp, closeOnSignals } from './close-on-signals.js';
export type { AppLogger } from './logger-of.js';
export { fastifyReply, fastifyRequest } from './fastify-sources.js';
export { jsonRpc, type JsonRpcOptions } from './json-rpc.js';
