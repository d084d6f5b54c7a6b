import type { JsonRpcErrorResponse, JsonRpcSuccessResponse } from '@jsonrpc-kit/core';

/** What a matcher was given: a response object (JSON-RPC 2.0, section 5), or none. */
export type ReceivedResponse =
  | { readonly kind: 'result'; readonly response: JsonRpcSuccessResponse }
  | { readonly kind: 'error'; readonly response: JsonRpcErrorResponse }
  | { readonly kind: 'none'; readonly value: unknown };

export function receivedResponse(value: unknown): ReceivedResponse {
  if (typeof value !== 'object' || value === null) return { kind: 'none', value };
  // What it claims is looked at here.
  const response = value as JsonRpcSuccessResponse & JsonRpcErrorResponse;
  const hasResult = response.result !== undefined;
  const hasError = typeof response.error?.code === 'number';
  if (response.jsonrpc !== '2.0' || hasResult === hasError) return { kind: 'none', value };
  return hasResult ? { kind: 'result', response } : { kind: 'error', response };
}

/** For the end of a message: `the result 5`. */
export function describeReceived(
  received: ReceivedResponse,
  show: (value: unknown) => string,
): string {
  switch (received.kind) {
    case 'result':
      return `the result ${show(received.response.result)}`;
    case 'error': {
      const { code, message, data } = received.response.error;
      const withData = data === undefined ? '' : ` with the data ${show(data)}`;
      return `the error ${code} ${message}${withData}`;
    }
    case 'none': {
      const { value } = received;
      const { then } = (value ?? {}) as { readonly then?: unknown };
      return typeof then === 'function'
        ? 'a promise: await it first'
        : `what is no JSON-RPC response: ${show(value)}`;
    }
  }
}
