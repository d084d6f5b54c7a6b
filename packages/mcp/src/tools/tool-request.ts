import type { BodyLimits, HttpBody, HttpRequest } from '@jsonrpc-kit/core/adapter';
import type { McpRequest, Members } from '../protocol/message.js';
import type { Tool } from './tool-list.js';

/** The trace context, which clients may send in `_meta` instead of headers. */
const TRACE_HEADERS: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage']);

/** A tool call as a request to the entrypoint of its method, with the headers of the agent's request. */
export class ToolRequest implements HttpRequest {
  readonly verb = 'POST';
  readonly path: string;
  readonly #http: HttpRequest;
  readonly #meta: Members;
  readonly #body: HttpBody & { readonly kind: 'value' };

  constructor(http: HttpRequest, { id, params, meta }: McpRequest, tool: Tool, byteLength: number) {
    this.path = tool.entrypoint.path;
    this.#http = http;
    this.#meta = meta;
    const value = { jsonrpc: '2.0', id, method: tool.method, params: params['arguments'] ?? {} };
    this.#body = { kind: 'value', value, byteLength };
  }

  header(name: string): string | undefined {
    const header = this.#http.header(name);
    if (header !== undefined || !TRACE_HEADERS.has(name)) return header;
    const value = this.#meta[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the call; the entrypoint may accept less than the MCP endpoint has read. */
  readBody({ maxBytes }: BodyLimits): HttpBody {
    return (this.#body.byteLength ?? 0) > maxBytes ? { kind: 'too-large' } : this.#body;
  }

  get signal(): AbortSignal {
    return this.#http.signal;
  }

  get native(): unknown {
    return this.#http.native;
  }

  get logger(): HttpRequest['logger'] {
    return this.#http.logger;
  }
}
