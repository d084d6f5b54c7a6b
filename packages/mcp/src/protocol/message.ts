import type { BodyLimits, HttpRequest, TextBody, ValueBody } from '@jsonrpc-kit/core/adapter';
import { checkRequest, readJson } from '@jsonrpc-kit/core/internal';
import { invalidRequest, McpError, McpErrorCode, quote, type RequestId } from './mcp-error.js';

export type Members = Readonly<Record<string, unknown>>;

/** A request of the Model Context Protocol. */
export interface McpRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Members;
  /** The value of `params._meta`, or an empty object. */
  readonly meta: Members;
}

/**
 * Reads the body of an HTTP request.
 *
 * @throws McpError if the body can't be a message
 */
export async function readBody(
  request: HttpRequest,
  limits: BodyLimits,
): Promise<TextBody | ValueBody> {
  const rejection = checkRequest(request);
  if (rejection !== undefined) {
    const reason = rejection.status === 415 ? `${rejection.header}: ${rejection.msg}` : 'Use POST';
    throw invalidRequest(reason, rejection.status);
  }
  const body = await request.readBody(limits);
  switch (body.kind) {
    case 'text':
    case 'value':
      return body;
    case 'too-large':
      throw invalidRequest(`The body may contain at most ${limits.maxBytes} bytes`, 413);
    case 'timed-out':
      throw invalidRequest(`The body did not arrive within ${limits.timeout} ms`, 408);
    case 'not-utf-8':
      throw parseError('The body is not UTF-8');
    case 'aborted':
      throw invalidRequest('The body is incomplete');
  }
}

/**
 * Parses the single message of a body. Returns undefined for a notification.
 *
 * @throws McpError if it isn't a message of the protocol
 */
export function parseMessage(body: TextBody | ValueBody): McpRequest | undefined {
  const json =
    body.kind === 'text' ? readJson(body.text) : { ok: true as const, value: body.value };
  if (!json.ok) throw parseError('The body is not JSON');
  const message = json.value;
  if (Array.isArray(message)) throw invalidRequest('Batches are not supported: send one message');
  if (
    !isMembers(message) ||
    message['jsonrpc'] !== '2.0' ||
    typeof message['method'] !== 'string'
  ) {
    throw invalidRequest('The body must be one JSON-RPC 2.0 request or notification');
  }
  const { id, method, params = {} } = message;
  if (id === undefined) {
    if (method.startsWith('notifications/')) return undefined;
    throw invalidRequest(`${quote(method)} is a request: send an id`);
  }
  if (!isRequestId(id)) throw invalidRequest('The id must be a string or an integer');
  if (!isMembers(params)) throw invalidParamsOf(id, 'params must be an object');
  const { _meta: meta = {} } = params;
  if (!isMembers(meta)) throw invalidParamsOf(id, 'params._meta must be an object');
  return { id, method, params, meta };
}

/** A problem with the params of a request whose id is known. */
function invalidParamsOf(id: RequestId, message: string): McpError {
  return new McpError({ status: 400, code: McpErrorCode.invalidParams, message, id });
}

function parseError(message: string): McpError {
  return new McpError({ status: 400, code: McpErrorCode.parseError, message });
}

/** Whether the value can be the id of a request, or a progress token. */
export function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
