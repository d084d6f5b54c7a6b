import { LimitExceeded, type Logger } from '@jsonrpc-kit/core';
import type {
  AdapterApi,
  HttpResponse,
  MemoryReservation,
  MessageOutcome,
} from '@jsonrpc-kit/core/adapter';
import { invalidParams } from '../protocol/mcp-error.js';
import { isMembers } from '../protocol/message.js';
import { resultResponse } from '../protocol/responses.js';
import type { Era } from '../protocol/revision.js';
import { progressEncoder, progressTokenOf } from './tool-progress.js';
import { ToolCarrier, type ToolCallParts, toolMessage } from './tool-carrier.js';
import { ERROR_META, type ErrorObject, errorMembers, successMembers } from './tool-result.js';

/** A `tools/call` request. */
export interface ToolCall extends ToolCallParts {
  readonly era: Era;
  /** The memory that is reserved for the message. */
  readonly reservation: MemoryReservation;
  /** Encodes a result that contains the members. */
  readonly encodeResult: (
    era: Era,
    members: string,
    meta?: Readonly<Record<string, unknown>>,
  ) => string;
  /** Logs results that are too large. */
  readonly logger: Logger;
}

/**
 * Calls a method through the entrypoint that it belongs to, like a client of the JSON-RPC API, and
 * converts its outcome. An `HttpError`, such as a 401, and a 503 are HTTP responses.
 *
 * @throws McpError if the arguments aren't an object
 */
export async function callTool(host: AdapterApi, call: ToolCall): Promise<HttpResponse> {
  if (!isMembers(call.request.params['arguments'] ?? {}))
    throw invalidParams('arguments must be an object');
  const request = { carrier: new ToolCarrier(call), route: call.http.path };
  return host.withRequestHooks(call.tool.entrypoint, request, () => run(host, call, request));
}

async function run(
  host: AdapterApi,
  call: ToolCall,
  { carrier, route }: { readonly carrier: ToolCarrier; readonly route: string },
): Promise<HttpResponse> {
  const { http, request, tool, reservation } = call;
  const message = { carrier, body: toolMessage(call), route, reservation };
  const respond = (outcome: MessageOutcome): HttpResponse =>
    respondTo(outcome, call, host.respond(tool.entrypoint, carrier, outcome));
  if (progressTokenOf(request) !== undefined) {
    carrier.streamed = host.streamMessage(tool.entrypoint, http, {
      encodeProgress: progressEncoder(),
      encodeResponse: (outcome, text) => encodeStreamed(outcome, call, text),
      respond,
    });
  }
  const running = host.runMessage(tool.entrypoint, message);
  if (carrier.streamed !== undefined) return carrier.streamed.respond(carrier, running);
  return respond(await running);
}

/** Encodes the response that follows reports of progress. Its status was sent before them. */
function encodeStreamed(outcome: MessageOutcome, call: ToolCall, text: string): string {
  const result = resultOf(outcome, call);
  if (result !== undefined) return String(withinLimits(result, call).body);
  return JSON.stringify({ ...(JSON.parse(text) as object), id: call.request.id });
}

function respondTo(outcome: MessageOutcome, call: ToolCall, response: HttpResponse): HttpResponse {
  const result = resultOf(outcome, call);
  if (result !== undefined) {
    // Keeps the headers and the teardowns of the method's response.
    const { status, body } = withinLimits(result, call);
    return { ...response, status, body };
  }
  if (outcome.kind !== 'rejected' || outcome.reason === 'shutting-down') return response;
  const { error } = outcome.response;
  return { ...response, body: JSON.stringify({ jsonrpc: '2.0', id: call.request.id, error }) };
}

/** Returns the tool result; undefined if the response is that of HTTP. */
function resultOf(outcome: MessageOutcome, call: ToolCall): HttpResponse | undefined {
  if (outcome.kind === 'ended') return undefined;
  if (outcome.kind === 'rejected') {
    return outcome.reason === 'failed' ? errorResult(outcome.response.error, call) : undefined;
  }
  const { request, era, encodeResult } = call;
  const { outcomes } = outcome;
  if (outcomes === undefined || !('json' in outcomes)) return undefined;
  return outcomes.kind === 'result'
    ? resultResponse(request.id, encodeResult(era, successMembers(outcomes, era)))
    : errorResult(outcomes.error, call);
}

function errorResult(error: ErrorObject, { request, era, encodeResult }: ToolCall): HttpResponse {
  return resultResponse(
    request.id,
    encodeResult(era, errorMembers(error), { [ERROR_META]: error }),
  );
}

/** Returns the result, or LimitExceeded if it is too large. */
function withinLimits(result: HttpResponse, call: ToolCall): HttpResponse {
  return isTooLarge(result, call)
    ? errorResult(new LimitExceeded().getResponse().error, call)
    : result;
}

/**
 * Whether a response exceeds the `maxResponseBytes` of its entrypoint. A result can take three times the
 * bytes of the method's own response, because it is sent twice, once as a text with escaped quotes.
 */
function isTooLarge({ body }: HttpResponse, { tool, logger }: ToolCall): boolean {
  const { maxResponseBytes } = tool.entrypoint.settings.limits;
  if (typeof body !== 'string' || !isLongerThan(body, maxResponseBytes)) return false;
  const details = { limit: 'maxResponseBytes', method: tool.method };
  logger.warn(details, 'Response rejected: it exceeds a limit of its entrypoint');
  return true;
}

/** A code unit of a text takes one to three bytes in UTF-8. Most texts need no encoding to tell. */
function isLongerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}
