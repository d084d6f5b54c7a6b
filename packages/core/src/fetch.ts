/**
 * JSON-RPC for every runtime that serves with `Request` and `Response`: Bun, Deno, Cloudflare Workers,
 * and frameworks whose routes are fetch handlers.
 *
 * @module
 */
export { fetchContext, type FetchContext, fetchContextOf } from './fetch/fetch-request.js';
export { type FetchHandler, type FetchOptions, jsonRpc } from './fetch/json-rpc.js';
export type { PlatformContext } from './fetch/platform-context.js';
