import type { AdapterApi, HttpResponse } from '@jsonrpc-kit/core/adapter';
import { invalidParams } from '../protocol/mcp-error.js';
import { isMembers } from '../protocol/message.js';
import { resultResponse } from '../protocol/responses.js';
import type { Era } from '../protocol/revision.js';
import { ToolRequest, type ToolRequestParts } from './tool-request.js';
import { ERROR_META, type ErrorObject, errorMembers, successMembers } from './tool-result.js';

/** A `tools/call` request. */
export interface ToolCall extends ToolRequestParts {
  readonly era: Era;
  /** Encodes a result that contains the members. */
  readonly encodeResult: (
    era: Era,
    members: string,
    meta?: Readonly<Record<string, unknown>>,
  ) => string;
}

/**
 * Calls a method through the entrypoint that it belongs to, like a client of the JSON-RPC API, and
 * converts the response. A response without a JSON-RPC response object, such as 401 or 503, is
 * returned unchanged.
 *
 * @throws McpError if the arguments aren't an object
 */
export async function callTool(host: AdapterApi, call: ToolCall): Promise<HttpResponse> {
  const { request, tool } = call;
  if (!isMembers(request.params['arguments'] ?? {}))
    throw invalidParams('arguments must be an object');
  const response = await host.handle(new ToolRequest(call));
  if (response === undefined) throw new TypeError(`No route for ${tool.entrypoint.path}`);
  return convertResponse(response, call);
}

function convertResponse(
  response: HttpResponse,
  { request, era, encodeResult }: ToolCall,
): HttpResponse {
  const { body, status } = response;
  const finish = (result: string): HttpResponse => ({
    // Keeps the headers and the teardowns of the method's response.
    ...response,
    ...pickStatusAndBody(resultResponse(request.id, result)),
  });
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":`;
  if (typeof body !== 'string') return response;
  if (body.startsWith(head)) {
    // The members of a response object have a fixed order, so the result needs no parsing.
    return finish(encodeResult(era, successMembers(body.slice(head.length, -1), era)));
  }
  if (!body.startsWith('{"jsonrpc":"2.0","id":')) return response;
  const { id, error } = JSON.parse(body) as { readonly id: unknown; readonly error: ErrorObject };
  if (id === null && status !== 200) {
    // The request as a whole was rejected, for example because of its size.
    return { ...response, body: JSON.stringify({ jsonrpc: '2.0', id: request.id, error }) };
  }
  return finish(encodeResult(era, errorMembers(error), { [ERROR_META]: error }));
}

function pickStatusAndBody({ status, body }: HttpResponse): Pick<HttpResponse, 'status' | 'body'> {
  return { status, body };
}
