import type { JsonRpcErrorResponse } from '@jsonrpc-kit/core';

/** The error response that a body is; undefined of any other body. */
export function errorResponseIn(body: unknown): JsonRpcErrorResponse | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const value = JSON.parse(body) as JsonRpcErrorResponse | null;
    return value?.jsonrpc === '2.0' && typeof value.error?.code === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}
