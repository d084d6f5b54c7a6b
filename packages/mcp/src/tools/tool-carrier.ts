import type { Carrier, HttpRequest } from '@jsonrpc-kit/core';
import { HttpCarrier, type ValueBody } from '@jsonrpc-kit/core/adapter';
import type { McpRequest, Members } from '../protocol/message.js';
import { progressTokenOf } from './tool-progress.js';
import { resolveRequestMembers } from './request-members.js';
import type { Tool } from './tool-list.js';

/** The parts of a tool call that its message consists of. */
export interface ToolCallParts {
  readonly http: HttpRequest;
  readonly request: McpRequest;
  readonly tool: Tool;
  readonly byteLength: number;
}

/** The trace context, which clients may send in `_meta` instead of headers. */
const TRACE_HEADERS: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage']);

/** The carrier of a tool call: the agent's HTTP request, with the trace context of the call. */
export class ToolCarrier extends HttpCarrier {
  override readonly kind: Carrier['kind'] = 'tool';
  readonly #meta: Members;

  constructor({ http, request }: ToolCallParts) {
    super(http);
    this.#meta = request.meta;
  }

  /** A tool can't send events after its result. */
  override get subscriber(): undefined {
    return undefined;
  }

  override header(name: string): string | undefined {
    const header = this.http.header(name);
    if (header !== undefined || !TRACE_HEADERS.has(name)) return header;
    const value = this.#meta[name];
    return typeof value === 'string' ? value : undefined;
  }
}

/** Converts a tool call to a call of its method. */
export function toolMessage({ http, request, tool, byteLength }: ToolCallParts): ValueBody {
  const { id, params, meta } = request;
  const { method, entrypoint, requestMembers } = tool;
  const token = progressTokenOf(request);
  const call = {
    jsonrpc: '2.0',
    id,
    method,
    params: params['arguments'] ?? {},
    ...(token === undefined ? {} : { progressToken: token }),
  };
  const header = (name: string): string | undefined => http.header(name);
  const value =
    requestMembers === undefined
      ? call
      : { ...resolveRequestMembers(requestMembers, { method, entrypoint, meta, header }), ...call };
  return { kind: 'value', value, byteLength };
}
