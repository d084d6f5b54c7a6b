import type { InjectOptions } from 'fastify';

/** A call for `app.inject()`. */
export function request(
  method: string,
  params: object = {},
): InjectOptions & { readonly url: string; readonly payload: string } {
  return {
    method: 'POST',
    url: '/rpc',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

/** The response object of a result. */
export function result(value: unknown): object {
  return { jsonrpc: '2.0', id: 1, result: value };
}
