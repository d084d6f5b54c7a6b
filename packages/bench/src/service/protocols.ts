import type { Workload } from './workloads.js';

/** The path of every server. */
export const PATH = '/rpc';

/** The path of the tools of every server of the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** The name and version that every server of the Model Context Protocol sends in each response. */
export const SERVER_INFO = { name: 'bench', version: '1.0.0' };

export type Protocol = 'json-rpc' | 'trpc' | 'orpc' | 'mcp';

/** A request and its expected response. */
export interface Exchange {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  /** The decoded body of the response. Undefined for an empty body. */
  readonly response: unknown;
}

const exchanges: Readonly<Record<Protocol, (workload: Workload) => Exchange>> = {
  'json-rpc': jsonRpcExchange,
  trpc: trpcExchange,
  orpc: orpcExchange,
  mcp: mcpExchange,
};

/** Encodes a workload in a protocol. */
export function exchangeOf(protocol: Protocol, workload: Workload): Exchange {
  return exchanges[protocol](workload);
}

const indices = ({ calls }: Workload): readonly number[] =>
  Array.from({ length: calls }, (_, index) => index);

function jsonRpcExchange(workload: Workload): Exchange {
  const { kind, method, params, result, headers } = workload;
  const requests = indices(workload).map((index) => {
    const request = { jsonrpc: '2.0', method, params: params(index) };
    return kind === 'notification' ? request : { ...request, id: index };
  });
  const responses = indices(workload).map((index) => ({
    jsonrpc: '2.0',
    id: index,
    result: result(index),
  }));
  return {
    path: PATH,
    headers,
    body: JSON.stringify(kind === 'batch' ? requests : requests[0]),
    status: kind === 'notification' ? 204 : 200,
    response: kind === 'batch' ? responses : kind === 'single' ? responses[0] : undefined,
  };
}

/** A mutation, as tRPC's links send it. The path of a batch has the names of its procedures. */
function trpcExchange(workload: Workload): Exchange {
  const { kind, method, params, result, headers } = workload;
  const common = { headers, status: 200 };
  if (kind !== 'batch') {
    return {
      ...common,
      path: `${PATH}/${method}`,
      body: JSON.stringify(params(0)),
      response: { result: { data: result(0) } },
    };
  }
  const all = indices(workload);
  return {
    ...common,
    path: `${PATH}/${all.map(() => method).join(',')}?batch=1`,
    body: JSON.stringify(Object.fromEntries(all.map((index) => [index, params(index)]))),
    response: all.map((index) => ({ result: { data: result(index) } })),
  };
}

/** A procedure call, as oRPC's links send it. A batch has the buffered form, the cheaper one. */
function orpcExchange(workload: Workload): Exchange {
  const { kind, method, params, result, headers } = workload;
  if (kind !== 'batch') {
    return {
      path: `${PATH}/${method}`,
      headers,
      body: JSON.stringify({ json: params(0) }),
      status: 200,
      response: { json: result(0) },
    };
  }
  const all = indices(workload);
  const url = `http://127.0.0.1${PATH}/${method}`;
  return {
    path: `${PATH}/__batch__`,
    headers: { ...headers, 'x-orpc-batch': 'buffered' },
    body: JSON.stringify(all.map((index) => ({ url, body: { json: params(index) } }))),
    status: 207,
    response: all.map((index) => ({ index, status: 200, body: { json: result(index) } })),
  };
}

/** A tool call of the Model Context Protocol of 2026-07-28, which has no batches. */
function mcpExchange({ method, params, result, headers }: Workload): Exchange {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    path: MCP_PATH,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': method,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'tools/call',
      params: { name: method, arguments: params(0), _meta },
    }),
    status: 200,
    response: {
      jsonrpc: '2.0',
      id: 0,
      result: {
        resultType: 'complete',
        ...toolContent(result(0)),
        _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
      },
    },
  };
}

/** Returns a value as structured content, and as text for clients without structured content. */
export function toolContent(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { content: [{ type: 'text' as const, text }], structuredContent: value };
}
