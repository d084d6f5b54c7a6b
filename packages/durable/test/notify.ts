import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { Api } from '@jsonrpc-kit/core';

/** An HTTP response as a client sees it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The decoded body. Undefined for an empty body. */
  readonly json: unknown;
}

/** Posts a JSON value to the first entrypoint of an api, without a socket. */
export async function post(
  api: Api,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReceivedResponse> {
  const all = new Headers({ 'content-type': 'application/json', ...headers });
  const response = await adapterApi(api).handle({
    verb: 'POST',
    path: api.entrypoints[0]?.path ?? '/',
    header: (name) => all.get(name) ?? undefined,
    readBody: () => ({ kind: 'text', text: JSON.stringify(message) }),
    signal: new AbortController().signal,
    native: undefined,
  });
  if (response === undefined) throw new TypeError('The api has no entrypoint');
  await response.onSent?.();
  const text = String(response.body ?? '');
  return {
    status: response.status,
    headers: new Headers([...(response.headers ?? [])] as [string, string][]),
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

export function notification(method: string, params: object, others: object = {}): object {
  return { jsonrpc: '2.0', method, params, ...others };
}
