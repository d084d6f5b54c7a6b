import type { RequestId } from './request-id.js';

/** The `error` member of a response object (JSON-RPC 2.0, section 5.1). */
export interface JsonRpcErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

export interface JsonRpcSuccessResponse {
  jsonrpc: '2.0';
  id: RequestId | null;
  result: unknown;
}

export interface JsonRpcErrorResponse {
  jsonrpc: '2.0';
  id: RequestId | null;
  error: JsonRpcErrorObject;
}

/** A response object (JSON-RPC 2.0, section 5). */
export type JsonRpcResponse = JsonRpcSuccessResponse | JsonRpcErrorResponse;
