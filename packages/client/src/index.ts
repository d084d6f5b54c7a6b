/**
 * A typed JSON-RPC 2.0 client for browsers, Node and every runtime with `fetch`.
 *
 * @module
 */
export { type Call, type CallError, safe, type SafeResult } from './call.js';
export type { Client, ConnectedClient } from './client.js';
export { type ClientOptions, type ConnectedClientOptions, createClient } from './create-client.js';
export { type Gap, GapError, type GapReason } from './errors/gap-error.js';
export {
  JsonRpcError,
  type Problem,
  type ProblemsData,
  type StandardError,
} from './errors/json-rpc-error.js';
export {
  CallAbortedError,
  CallTimeoutError,
  HttpStatusError,
  InvalidResponseError,
  type InvalidResponseReason,
  NetworkError,
  NotSentError,
  ResponseTooLargeError,
  TransportError,
  type TransportFailure,
} from './errors/transport-errors.js';
export type { Fetch, FetchInit, HeaderFields } from './http/endpoint.js';
export type { RemoteMethod, RemoteMethods } from './method-types.js';
export type { RetryOptions } from './sending/retry.js';
export type { CallOptions, IdempotentCallOptions } from './sending/send-calls.js';
export type { ReconnectOptions } from './subscription/reconnect.js';
export type { Transport } from './subscription/subscription-functions.js';
export type {
  SubscriptionIterator,
  SubscriptionOptions,
} from './subscription/subscription-options.js';
export type { SubscriptionNames } from './subscription/wire-names.js';
// Loads the types for TypeScript, which then imports them from `@jsonrpc-kit/client/types` in declarations.
// oxlint-disable-next-line unicorn/require-module-specifiers -- an import without names would exist at run time
export type {} from './types.js';
