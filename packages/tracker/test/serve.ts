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

/** A call of a tool without parameters, in the Model Context Protocol of 2026-07-28. */
export function toolCall(name: string, meta: object = {}): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, _meta } };
}

/** The headers that the protocol requires for {@link toolCall}. */
export function toolHeaders(name: string): Record<string, string> {
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
}
