/** The error codes of JSON-RPC and of the Model Context Protocol (2026-07-28, basic/index). */
export const McpErrorCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedProtocolVersion: -32022,
} as const;

/** The id of a request. */
export type RequestId = string | number;

/** The properties of an {@link McpError}. */
interface McpErrorParts extends Pick<McpError, 'status' | 'code' | 'message'> {
  readonly data?: unknown;
  readonly id?: RequestId;
}

/** A failure of the protocol, as opposed to a failure of a tool, with its HTTP status. */
export class McpError extends Error {
  override readonly name = 'McpError';
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  /** The id of a request whose other members are invalid. */
  readonly id: RequestId | undefined;

  constructor({ status, code, message, data, id }: McpErrorParts) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.id = id;
  }
}

export function invalidRequest(message: string, status = 400): McpError {
  return new McpError({ status, code: McpErrorCode.invalidRequest, message });
}

/** A problem with the params of a known method. Its HTTP status is 200 unless the specification says 400. */
export function invalidParams(message: string, status = 200): McpError {
  return new McpError({ status, code: McpErrorCode.invalidParams, message });
}

const MAX_QUOTED_LENGTH = 100;

/** Quotes the client's text in a message; a longer text is truncated. */
export function quote(text: string): string {
  return JSON.stringify(truncate(text));
}

/** Truncates a text of the client that becomes part of an error. */
export function truncate(text: string): string {
  return text.length <= MAX_QUOTED_LENGTH ? text : `${text.slice(0, MAX_QUOTED_LENGTH)}…`;
}

export function headerMismatch(message: string): McpError {
  return new McpError({ status: 400, code: McpErrorCode.headerMismatch, message });
}
