import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { Api, HttpRequest } from '@jsonrpc-kit/core';

/** Posts a JSON value to an api through no socket, and gives the decoded answer. */
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
  const answer = await adapterApi(api).handle(httpRequest);
  void answer?.onSent?.();
  return typeof answer?.body === 'string' ? (JSON.parse(answer.body) as unknown) : undefined;
}

export function request(method: string, params: object = {}, id: number | string = 1): object {
  return { jsonrpc: '2.0', id, method, params };
}

export function notification(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', method, params };
}
