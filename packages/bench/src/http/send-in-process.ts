import type { Api, HttpRequest } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';

/** Sends a call to an api, without a server, and returns the response when all work has ended. */
export async function sendInProcess(
  api: Api,
  call: {
    readonly method: string;
    readonly params: object;
    readonly idempotencyKey?: string | undefined;
  },
): Promise<string> {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call });
  const request: HttpRequest = {
    verb: 'POST',
    path: '/rpc',
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    readBody: () => ({ kind: 'text', text }),
    signal: new AbortController().signal,
    native: undefined,
  };
  const response = await adapterApi(api).handle(request);
  await response?.onSent?.();
  return String(response?.body);
}
