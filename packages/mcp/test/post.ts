import type { Api } from '@jsonrpc-kit/core';
import { adapterApi, type HttpBody } from '@jsonrpc-kit/core/adapter';

/** The parts of an HTTP request that a test changes. The other parts are those of a correct request. */
export interface Parts {
  readonly verb?: string;
  readonly path?: string;
  /** Undefined removes a header that a correct request has. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: HttpBody;
  readonly signal?: AbortSignal;
}

/** The members of results that tests read; others are compared as a whole. */
interface ResultMembers {
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly tools?: readonly ListedTool[];
  readonly nextCursor?: string;
}

/** A tool in `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
}

/** A response as a client sees it. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly json: {
    readonly id?: unknown;
    readonly result?: ResultMembers;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

/** The metadata of a request of 2026-07-28. */
export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Sends a request of 2026-07-28 to `/mcp`, through no socket. */
export function call(
  api: Api,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  parts: Parts = {},
): Promise<Reply> {
  const message = { jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } };
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
    ...parts.headers,
  };
  return post(api, message, { ...parts, headers });
}

/** Calls a tool. */
export function callTool(api: Api, name: string, args?: unknown, parts?: Parts): Promise<Reply> {
  return call(api, 'tools/call', { name, arguments: args }, parts);
}

/** Sends any message to `/mcp`. */
export async function post(api: Api, message: unknown, parts: Parts = {}): Promise<Reply> {
  const headers: Record<string, string | undefined> = {
    'content-type': 'application/json',
    ...parts.headers,
  };
  const response = await adapterApi(api).handle({
    verb: parts.verb ?? 'POST',
    path: parts.path ?? '/mcp',
    header: (name) => headers[name],
    readBody: () => parts.body ?? { kind: 'text', text: JSON.stringify(message) },
    signal: parts.signal ?? new AbortController().signal,
    native: undefined,
  });
  if (response === undefined) throw new TypeError('no route');
  await response.onSent?.();
  const body = String(response.body ?? '');
  return {
    status: response.status,
    headers: new Headers([...(response.headers ?? [])].map(([name, value]) => [name, value])),
    json: body === '' ? {} : (JSON.parse(body) as Reply['json']),
  };
}
