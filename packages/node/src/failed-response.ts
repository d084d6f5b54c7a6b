import type { Api, HttpResponse } from '@jsonrpc-kit/core/adapter';

/** Logs why a request failed outside of any call, and returns the response to send instead. */
export function failedResponse(err: unknown, logger: Api['logger']): HttpResponse {
  logger.error({ err }, 'Request failed');
  return {
    status: 500,
    body: '{"detail":"Internal Server Error"}',
    contentType: 'application/json',
    headers: undefined,
    onSent: undefined,
  };
}
