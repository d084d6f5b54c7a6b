import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { Api, HttpRequest } from '@jsonrpc-kit/core';

/** Passes a JSON value to an api without a socket, and returns the decoded response. */
export async function post(
  api: Api,
  message: unknown,
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> {
  const httpRequest: HttpRequest = {
    verb: 'POST',
    path: api.entrypoints[0]?.path ?? '/',
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    readBody: () => ({ kind: 'text', text: JSON.stringify(message) }),
    signal,
    native: undefined,
  };
  const response = await adapterApi(api).handle(httpRequest);
  void response?.onSent?.();
  return typeof response?.body === 'string' ? (JSON.parse(response.body) as unknown) : undefined;
}

export function request(method: string, params: object = {}, id: number | string = 1): object {
  return { jsonrpc: '2.0', id, method, params };
}

export function notification(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', method, params };
}
