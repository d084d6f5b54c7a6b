/**
 * A typed JSON-RPC 2.0 client for browsers, Node and every runtime of fetch.
 *
 * @module
 */
export type { Call } from './call.js';
export type { BatchBuilder, Client, ClientVerbs, ResolvedClient } from './client.js';
export { type ClientOptions, createClient } from './create-client.js';
export type {
  CallError,
  Problem,
  ProblemsData,
  StandardError,
  TransportFailure,
} from './errors/call-error.js';
export { type ErrorObject, JsonRpcError } from './errors/json-rpc-error.js';
export {
  type HttpAnswer,
  HttpStatusError,
  InvalidResponseError,
  type InvalidResponseReason,
} from './errors/response-errors.js';
export {
  AbortError,
  NetworkError,
  NotSentError,
  ResponseTooLargeError,
  TimeoutError,
  TransportError,
} from './errors/transport-errors.js';
export type { HeaderFields } from './http/header-fields.js';
export type { Fetch, FetchInit } from './http/post.js';
export type { Batch, BatchItem, BatchOutcomes, BatchResults } from './methods/batch.js';
export type {
  AnyMethods,
  AnyParams,
  MethodTypes,
  RemoteMethod,
  RemoteMethods,
} from './methods/signatures.js';
export type { WireResult, WireValue } from './methods/wire-value.js';
export { safe, type SafeResult } from './safe.js';
export type { CallOptions } from './sending/transmitter.js';
