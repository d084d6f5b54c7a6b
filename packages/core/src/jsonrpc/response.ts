import type { RequestId } from './request.js';

/** The `error` member of a response object (JSON-RPC 2.0, section 5.1). */
export interface JsonRpcErrorObject {
  /** An integer, by which errors are told apart. */
  code: number;
  /** A short sentence. */
  message: string;
  /** What the error's class says of it; absent where that is nothing. */
  data?: unknown;
}

/** The response of a call that gave a result (JSON-RPC 2.0, section 5). */
export interface JsonRpcSuccessResponse {
  /** The version of the protocol. */
  jsonrpc: '2.0';
  /** The call's. */
  id: RequestId | null;
  /** What the result schema made of the handler's value; null in place of undefined. */
  result: unknown;
}

/** The response of a call that failed (JSON-RPC 2.0, section 5). */
export interface JsonRpcErrorResponse {
  /** The version of the protocol. */
  jsonrpc: '2.0';
  /** The call's; null where it has no valid one. */
  id: RequestId | null;
  /** What went wrong. */
  error: JsonRpcErrorObject;
}

/** A response object (JSON-RPC 2.0, section 5). */
export type JsonRpcResponse = JsonRpcSuccessResponse | JsonRpcErrorResponse;

/**
 * The codes of the standard errors: those of JSON-RPC 2.0, section 5.1, and two of its
 * implementation-defined range (-32000 to -32099).
 */
export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  RequestTimeout: -32002,
  LimitExceeded: -32005,
} as const;
