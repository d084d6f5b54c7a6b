/**
 * A typed JSON-RPC 2.0 client for browsers, Node and every runtime with `fetch`.
 *
 * @module
 */
export type { Batch, BatchItem, BatchResults, SafeBatchResults } from './batch.js';
export { type Call, type CallError, safe, type SafeResult } from './call.js';
export type { BatchBuilder, Client, ClientOperations, ResolvedClient } from './client.js';
export { type ClientOptions, createClient, type IdempotentMethods } from './create-client.js';
export {
  JsonRpcError,
  type JsonRpcErrorObject,
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
  type RawHttpResponse,
  ResponseTooLargeError,
  TransportError,
  type TransportFailure,
} from './errors/transport-errors.js';
export type { Fetch, FetchInit, HeaderFields } from './http/endpoint.js';
export type {
  AnyMethods,
  AnyParams,
  IdempotentName,
  Jsonify,
  JsonifyResult,
  MethodTypes,
  RemoteMethod,
  RemoteMethods,
} from './method-types.js';
export type { RetryOptions } from './sending/retry.js';
export type { CallOptions, IdempotentCallOptions, KeyOption } from './sending/send-calls.js';
