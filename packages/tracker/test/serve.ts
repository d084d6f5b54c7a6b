import { Api, type Entrypoint, type Logger } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';

/** Sends a string unchanged, or another value as JSON, to an entrypoint without a socket. */
export type Post = (
  message: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{
  readonly status: number;
  readonly json: unknown;
}>;

const silent: Logger = { error: () => undefined, warn: () => undefined };

/** Serves an entrypoint at `/rpc` with Hono. */
export function serve(entrypoint: Entrypoint, logger: Logger = silent): Post {
  const app = new Hono().route('/', jsonRpc(new Api({ logger }).bindEntrypoint(entrypoint)));
  return async (message, headers = {}) => {
    const response = await app.request('/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
    const text = await response.text();
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
  };
}

export function call(method: string, id: number | string, params?: object): object {
  return { jsonrpc: '2.0', id, method, params };
}

export function notification(method: string, params?: object): object {
  return { jsonrpc: '2.0', method, params };
}
