import type { RequestId } from './request.js';

/** The `error` member of a response object (JSON-RPC 2.0, section 5.1). */
export interface JsonRpcErrorObject {
  /** An integer that identifies the kind of error. */
  code: number;
  /** A short sentence. */
  message: string;
  /** Additional data, as the error class defines it. */
  data?: unknown;
}

/** The response of a successful call (JSON-RPC 2.0, section 5). */
export interface JsonRpcSuccessResponse {
  /** The version of the protocol. */
  jsonrpc: '2.0';
  /** The id of the request. */
  id: RequestId | null;
  /** The output of the result schema; null instead of undefined. */
  result: unknown;
}

/** The response of a failed call (JSON-RPC 2.0, section 5). */
export interface JsonRpcErrorResponse {
  /** The version of the protocol. */
  jsonrpc: '2.0';
  /** The id of the request; null if it has no valid id. */
  id: RequestId | null;
  /** The error of the call. */
  error: JsonRpcErrorObject;
}

/** A response object (JSON-RPC 2.0, section 5). */
export type JsonRpcResponse = JsonRpcSuccessResponse | JsonRpcErrorResponse;

/**
 * The codes of the standard errors: those of JSON-RPC 2.0, section 5.1, and those from the
 * implementation-defined range (-32000 to -32099).
 */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  HttpError: -32000,
  RequestTimeout: -32002,
  LimitExceeded: -32005,
  EventsLost: -32012,
  Unauthorized: -32013,
  Conflict: -32014,
  BatchRolledBack: -32015,
  RequestCancelled: -32800,
} as const;

/**
 * Other codes for the standard errors, by their names. The five codes of JSON-RPC 2.0, section 5.1, can't be
 * changed.
 */
export interface ErrorCodes {
  /** Default: -32002. */
  readonly RequestTimeout?: number | undefined;
  /** Default: -32005. */
  readonly LimitExceeded?: number | undefined;
  /** Default: -32012. */
  readonly EventsLost?: number | undefined;
  /** Default: -32013. */
  readonly Unauthorized?: number | undefined;
  /** Default: -32014. */
  readonly Conflict?: number | undefined;
  /** Default: -32015. */
  readonly BatchRolledBack?: number | undefined;
  /** Default: -32800. */
  readonly RequestCancelled?: number | undefined;
  /** An error of `@jsonrpc-kit/durable`. Default: -32009. */
  readonly CallInProgress?: number | undefined;
  /** An error of `@jsonrpc-kit/durable`. Default: -32010. */
  readonly IdempotencyConflict?: number | undefined;
}
