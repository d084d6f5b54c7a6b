import { TransportError } from './transport-errors.js';

/** An HTTP response, read to its end. */
export interface HttpAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** As they came. */
  readonly headers: Headers;
  /** As text. */
  readonly body: string;
}

abstract class ResponseError extends TransportError implements HttpAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** For `retry-after` or `www-authenticate`. */
  readonly headers: Headers;
  /** As text. */
  readonly body: string;

  constructor(message: string, { status, headers, body }: HttpAnswer, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The HTTP status is not one of success, and the body is no JSON-RPC: 401, 404, 502, … */
export class HttpStatusError extends ResponseError {
  static {
    this.prototype.name = 'HttpStatusError';
  }

  /** Tells it apart from the other failures. */
  readonly code = 'http-status' as const;

  constructor(answer: HttpAnswer) {
    super(`The server answered with HTTP status ${answer.status}`, answer);
  }
}

/** What is wrong with a response. */
export type InvalidResponseReason =
  /** No body where an answer was due. */
  | 'empty-body'
  | 'not-json'
  /** JSON, but no response objects (JSON-RPC 2.0, section 5). */
  | 'not-json-rpc'
  /** The other calls of the batch may have been answered. */
  | 'missing-answer'
  /** Two answers have the id of this call. */
  | 'duplicate-answer'
  /** There is an answer that nobody asked for, so none of them is believed. */
  | 'unknown-id';

/** The HTTP status is one of success, but the body is not what JSON-RPC says. */
export class InvalidResponseError extends ResponseError {
  static {
    this.prototype.name = 'InvalidResponseError';
  }

  /** Tells it apart from the other failures. */
  readonly code = 'invalid-response' as const;
  /** What is wrong with the body. */
  readonly reason: InvalidResponseReason;

  constructor(
    reason: InvalidResponseReason,
    message: string,
    answer: HttpAnswer,
    options?: ErrorOptions,
  ) {
    super(message, answer, options);
    this.reason = reason;
  }
}
