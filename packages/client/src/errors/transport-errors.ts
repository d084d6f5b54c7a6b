/**
 * The client received no JSON-RPC response to the call. `code` says why and narrows to the class. The
 * server may have run the call, except after a {@link NotSentError}.
 */
export abstract class TransportError extends Error {
  /** A string, whereas the code of a `JsonRpcError` is a number. */
  abstract readonly code: string;
}

/** The client sent nothing: JSON can't encode the params, or the headers failed (see `cause`). */
export class NotSentError extends TransportError {
  static {
    this.prototype.name = 'NotSentError';
  }

  /** Identifies the class. */
  readonly code = 'not-sent' as const;
}

/**
 * `fetch` failed, the connection closed before the end of the response, or the server redirected the
 * request (see `cause`).
 */
export class NetworkError extends TransportError {
  static {
    this.prototype.name = 'NetworkError';
  }

  /** Identifies the class. */
  readonly code = 'network' as const;
}

/**
 * The body of the HTTP response is larger than the client's `maxResponseBytes`. The client did not read
 * the rest of it. All calls of the HTTP request fail with this error.
 */
export class ResponseTooLargeError extends TransportError {
  static {
    this.prototype.name = 'ResponseTooLargeError';
  }

  /** Identifies the class. */
  readonly code = 'response-too-large' as const;
  /** The limit, in bytes. */
  readonly maxResponseBytes: number;

  constructor(maxResponseBytes: number) {
    super(
      `The response is larger than ${maxResponseBytes} bytes. ` +
        'Request less data, or raise maxResponseBytes in createClient().',
    );
    this.maxResponseBytes = maxResponseBytes;
  }
}

/**
 * The call took longer than its `timeout`, its last attempt took longer than `attemptTimeout`, or subscribing
 * on a WebSocket took longer than `maxSilence`.
 */
export class CallTimeoutError extends TransportError {
  static {
    // The name of the error of AbortSignal.timeout().
    this.prototype.name = 'TimeoutError';
  }

  /** Identifies the class. */
  readonly code = 'timeout' as const;
}

/** The `signal` was aborted, whose reason is the `cause`, or the client was closed with `$close()`. */
export class CallAbortedError extends TransportError {
  static {
    // The name by which code recognizes aborts, as with fetch().
    this.prototype.name = 'AbortError';
  }

  /** Identifies the class. */
  readonly code = 'aborted' as const;
}

/** An HTTP response whose body has been read. */
export interface RawHttpResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers. */
  readonly headers: Headers;
  /** The body as text. */
  readonly body: string;
}

abstract class ResponseError extends TransportError implements RawHttpResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers, such as `retry-after` or `www-authenticate`. */
  readonly headers: Headers;
  /** The body as text. */
  readonly body: string;

  constructor(message: string, { status, headers, body }: RawHttpResponse) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The HTTP status is an error status such as 401, 404 or 502, and the body is not JSON-RPC. */
export class HttpStatusError extends ResponseError {
  static {
    this.prototype.name = 'HttpStatusError';
  }

  /** Identifies the class. */
  readonly code = 'http-status' as const;

  constructor(response: RawHttpResponse) {
    super(`The server responded with HTTP status ${response.status}`, response);
  }
}

/** What is wrong with a response. */
export type InvalidResponseReason =
  /** The body is empty, although the calls need a response. */
  | 'empty-body'
  | 'not-json'
  /** The body is JSON, but contains something other than response objects. */
  | 'not-json-rpc'
  /** The body has no response to this call. Other calls of the batch may have one. */
  | 'missing-response'
  /** Two responses have the id of this call. */
  | 'duplicate-response'
  /** A response has an id that the request did not contain. All its calls fail. */
  | 'unknown-id';

/**
 * A response or a message on a connection violates JSON-RPC 2.0. The HTTP status may be an error status if
 * the body contains response objects.
 */
export class InvalidResponseError extends ResponseError {
  static {
    this.prototype.name = 'InvalidResponseError';
  }

  /** Identifies the class. */
  readonly code = 'invalid-response' as const;
  /** What is wrong with the body. */
  readonly reason: InvalidResponseReason;

  constructor(reason: InvalidResponseReason, message: string, response: RawHttpResponse) {
    super(message, response);
    this.reason = reason;
  }
}

/** The reasons why a call has no JSON-RPC response, as a union that `code` narrows. */
export type TransportFailure =
  | NotSentError
  | NetworkError
  | HttpStatusError
  | InvalidResponseError
  | ResponseTooLargeError
  | CallTimeoutError
  | CallAbortedError;
