import { LimitExceeded } from '@jsonrpc-kit/core';
import type { HttpResponse } from '@jsonrpc-kit/core/adapter';
import type { McpError, RequestId } from './mcp-error.js';

/** Builds the response to a request from the JSON of its result. */
export function resultResponse(id: RequestId, result: string): HttpResponse {
  return jsonResponse(200, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
}

/** Builds an error response. Without a valid id of the request, the response has no id. */
export function errorResponse(
  { status, code, message, data }: McpError,
  id: RequestId | undefined,
): HttpResponse {
  const error = data === undefined ? { code, message } : { code, message, data };
  return jsonResponse(status, JSON.stringify({ jsonrpc: '2.0', id, error }));
}

/** The response to a message for which there isn't enough memory. */
export function overloadedResponse(): HttpResponse {
  const { error } = new LimitExceeded().getResponse();
  const response = jsonResponse(503, JSON.stringify({ jsonrpc: '2.0', error }));
  return { ...response, headers: [['retry-after', '1']] };
}

/** The response to a notification. */
export const ACCEPTED: HttpResponse = {
  status: 202,
  body: '',
  contentType: undefined,
  headers: undefined,
  onSent: undefined,
};

function jsonResponse(status: number, body: string): HttpResponse {
  return { status, body, contentType: 'application/json', headers: undefined, onSent: undefined };
}
