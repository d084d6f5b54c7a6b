import type { BodyLimits, HttpBody, HttpRequest } from '@jsonrpc-kit/core/adapter';
import type { McpRequest, Members } from '../protocol/message.js';
import { resolveRequestMembers } from './request-members.js';
import type { Tool } from './tool-list.js';

/** The parts of a {@link ToolRequest}. */
export interface ToolRequestParts {
  readonly http: HttpRequest;
  readonly request: McpRequest;
  readonly tool: Tool;
  readonly byteLength: number;
}

/** The trace context, which clients may send in `_meta` instead of headers. */
const TRACE_HEADERS: ReadonlySet<string> = new Set(['traceparent', 'tracestate', 'baggage']);

/** A tool call as a request to the entrypoint of its method, with the headers of the agent's request. */
export class ToolRequest implements HttpRequest {
  readonly verb = 'POST';
  readonly path: string;
  readonly #http: HttpRequest;
  readonly #meta: Members;
  readonly #body: HttpBody & { readonly kind: 'value' };

  constructor(parts: ToolRequestParts) {
    const { http, request, tool, byteLength } = parts;
    this.path = tool.entrypoint.path;
    this.#http = http;
    this.#meta = request.meta;
    this.#body = { kind: 'value', value: toJsonRpc(parts), byteLength };
  }

  get originalPath(): string {
    return this.#http.path;
  }

  header(name: string): string | undefined {
    const header = this.#http.header(name);
    if (header !== undefined || !TRACE_HEADERS.has(name)) return header;
    const value = this.#meta[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the call, unless it is larger than the entrypoint accepts. */
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

/** Converts a tool call to the request object of its method. */
function toJsonRpc({ http, request, tool }: ToolRequestParts): object {
  const { id, params, meta } = request;
  const { method, entrypoint, requestMembers } = tool;
  const call = { jsonrpc: '2.0', id, method, params: params['arguments'] ?? {} };
  if (requestMembers === undefined) return call;
  const header = (name: string): string | undefined => http.header(name);
  const added = resolveRequestMembers(requestMembers, { method, entrypoint, meta, header });
  return { ...added, ...call };
}
