import type { Logger } from '@jsonrpc-kit/core';
import type {
  AdapterApi,
  BodyLimits,
  HttpRequest,
  HttpResponse,
  MemoryReservation,
} from '@jsonrpc-kit/core/adapter';
import type { MaybePromise } from '@jsonrpc-kit/core/types';
import type { ProtectedResource } from './authorization/protected-resource.js';
import { invalidParams, McpError, McpErrorCode, quote } from './protocol/mcp-error.js';
import { type McpRequest, type Members, parseMessage, readBody } from './protocol/message.js';
import { type AllowedOrigins, checkOrigin } from './protocol/origin.js';
import {
  ACCEPTED,
  errorResponse,
  overloadedResponse,
  resultResponse,
} from './protocol/responses.js';
import {
  checkRevision,
  type Era,
  LEGACY_VERSIONS,
  SUPPORTED_VERSIONS,
} from './protocol/revision.js';
import { callTool, type ToolCall } from './tools/call-tool.js';
import type { ToolList } from './tools/tool-list.js';

/** Options of an {@link McpEndpoint}. */
export interface McpEndpointOptions {
  readonly host: AdapterApi;
  readonly tools: ToolList;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions: string | undefined;
  readonly allowedOrigins: AllowedOrigins;
  readonly bodyLimits: BodyLimits;
  readonly cache: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
  readonly resource: ProtectedResource | undefined;
  readonly logger: Logger;
}

/** A parsed request, its revision, its length and its memory. */
type Incoming = Omit<ToolCall, 'tool' | 'encodeResult' | 'logger'>;

/** The endpoint of the Model Context Protocol over HTTP. It keeps no state between requests. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #serverMeta: Members;
  readonly #serverMetaJson: string;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    this.#serverMeta = { 'io.modelcontextprotocol/serverInfo': options.serverInfo };
    this.#serverMetaJson = JSON.stringify(this.#serverMeta);
  }

  /** Handles a request, stage by stage. */
  async handle(http: HttpRequest): Promise<HttpResponse> {
    const { host, allowedOrigins, bodyLimits } = this.#options;
    let request: McpRequest | undefined;
    let reservation: MemoryReservation | undefined;
    try {
      checkOrigin(http, allowedOrigins);
      const body = await readBody(http, bodyLimits);
      reservation = host.reserveMemory(body);
      if (reservation === undefined) return overloadedResponse();
      request = parseMessage(body);
      if (request === undefined) return ACCEPTED;
      const era = checkRevision(http, request);
      const byteLength = body.byteLength ?? (body.kind === 'text' ? body.text.length : 0);
      return await this.#respond({ http, request, era, byteLength, reservation });
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      return errorResponse(error, error.id ?? request?.id);
    } finally {
      // A tool call has taken it.
      reservation?.release();
    }
  }

  #respond(incoming: Incoming): MaybePromise<HttpResponse> {
    const { request, era } = incoming;
    switch (request.method) {
      case 'tools/call':
        return this.#callTool(incoming);
      case 'tools/list':
        return this.#result(incoming, this.#listTools(incoming));
      case 'server/discover':
        if (era === 'modern') return this.#result(incoming, this.#discover());
        break;
      case 'initialize':
        if (era === 'legacy') return this.#result(incoming, this.#initialize(request));
        break;
      case 'ping':
        if (era === 'legacy') return this.#result(incoming, {});
        break;
    }
    throw new McpError({
      status: era === 'modern' ? 404 : 200,
      code: McpErrorCode.methodNotFound,
      message: 'Method not found',
    });
  }

  async #callTool(incoming: Incoming): Promise<HttpResponse> {
    const { host, tools, resource, logger } = this.#options;
    const { name } = incoming.request.params;
    if (typeof name !== 'string') throw invalidParams('name must be the name of a tool');
    const tool = tools.find(name);
    if (tool === undefined) throw invalidParams(`Unknown tool: ${quote(name)}`);
    const { encodeResult } = this;
    const response = await callTool(host, { ...incoming, tool, encodeResult, logger });
    return resource === undefined ? response : resource.addChallenge(response);
  }

  /** Encodes a result that contains the members. An arrow function, so that it can be passed on. */
  readonly encodeResult = (era: Era, members: string, meta?: Members): string => {
    if (era === 'legacy') {
      return meta === undefined ? `{${members}}` : `{${members},"_meta":${JSON.stringify(meta)}}`;
    }
    const json =
      meta === undefined ? this.#serverMetaJson : JSON.stringify({ ...this.#serverMeta, ...meta });
    return `{"resultType":"complete",${members},"_meta":${json}}`;
  };

  #result({ request, era }: Incoming, result: Members): HttpResponse {
    const complete =
      era === 'legacy' ? result : { resultType: 'complete', ...result, _meta: this.#serverMeta };
    return resultResponse(request.id, JSON.stringify(complete));
  }

  #listTools({ http, request, era }: Incoming): Members {
    const { tools, cache } = this.#options;
    const page = tools.page(http, era, request.params['cursor']);
    return era === 'legacy' ? { ...page } : { ...page, ...cache };
  }

  #discover(): Members {
    const { instructions, cache } = this.#options;
    const capabilities = { tools: {} };
    return { supportedVersions: SUPPORTED_VERSIONS, capabilities, instructions, ...cache };
  }

  /** Returns the version that the client asks for if this endpoint supports it, or else the newest one. */
  #initialize({ params }: McpRequest): Members {
    const { serverInfo, instructions } = this.#options;
    const protocolVersion =
      LEGACY_VERSIONS.find((version) => version === params['protocolVersion']) ??
      LEGACY_VERSIONS[0];
    return { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions };
  }
}
