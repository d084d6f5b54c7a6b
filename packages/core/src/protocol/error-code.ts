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
