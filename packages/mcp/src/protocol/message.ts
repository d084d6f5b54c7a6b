import {
  type BodyLimits,
  checkRequest,
  type HttpRequest,
  readJson,
} from '@jsonrpc-kit/core/adapter';
import { invalidParams, invalidRequest, McpError, McpErrorCode } from './mcp-error.js';

export type RequestId = string | number;

export type Members = Readonly<Record<string, unknown>>;

/** A request of the Model Context Protocol. */
export interface McpRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Members;
  /** The value of `params._meta`, or an empty object. */
  readonly meta: Members;
}

/** The message of an HTTP request. */
export interface ReadMessage {
  /** Undefined for a notification. */
  readonly request: McpRequest | undefined;
  /** The length of the HTTP body. */
  readonly byteLength: number;
}

/**
 * Reads the single message of an HTTP request.
 *
 * @throws McpError if it isn't a message of the protocol
 */
export async function readMessage(request: HttpRequest, limits: BodyLimits): Promise<ReadMessage> {
  const rejection = checkRequest(request);
  if (rejection !== undefined) {
    const reason = rejection.status === 415 ? `${rejection.header}: ${rejection.msg}` : 'Use POST';
    throw invalidRequest(reason, rejection.status);
  }
  const body = await request.readBody(limits);
  switch (body.kind) {
    case 'text': {
      const json = readJson(body.text);
      if (!json.ok) throw parseError('The body is not JSON');
      const byteLength = body.byteLength ?? body.text.length;
      return { request: parseRequest(json.value), byteLength };
    }
    case 'value':
      return { request: parseRequest(body.value), byteLength: body.byteLength ?? 0 };
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

/** Returns undefined for a notification. */
function parseRequest(message: unknown): McpRequest | undefined {
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
    throw invalidRequest(`"${method}" is a request: send an id`);
  }
  if (!isRequestId(id)) throw invalidRequest('The id must be a string or an integer');
  if (!isMembers(params)) throw withId(id, 'params must be an object');
  const { _meta: meta = {} } = params;
  if (!isMembers(meta)) throw withId(id, 'params._meta must be an object');
  return { id, method, params, meta };
}

/** A problem with a request whose id is known. */
export class RequestProblem extends McpError {
  readonly id: RequestId;

  constructor(id: RequestId, problem: McpError) {
    super(problem);
    this.id = id;
  }
}

function withId(id: RequestId, message: string): RequestProblem {
  return new RequestProblem(id, invalidParams(message, 400));
}

function parseError(message: string): McpError {
  return new McpError({ status: 400, code: McpErrorCode.parseError, message });
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
