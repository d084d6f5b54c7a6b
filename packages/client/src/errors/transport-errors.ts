/**
 * There is no JSON-RPC answer to the call; `code` says why, and narrows to the class. Whether the
 * server has run the call is not known, but for {@link NotSentError}.
 */
export abstract class TransportError extends Error {
  /** A word, where an error that the server answers with has a number. */
  abstract readonly code: string;
}

/** Nothing was sent: JSON can't carry the params, or the headers could not be had (see `cause`). */
export class NotSentError extends TransportError {
  static {
    this.prototype.name = 'NotSentError';
  }

  /** Tells it apart from the other failures. */
  readonly code = 'not-sent' as const;
}

/**
 * `fetch` failed, the connection broke off in the middle of the answer, or the server redirected the
 * request (see `cause`).
 */
export class NetworkError extends TransportError {
  static {
    this.prototype.name = 'NetworkError';
  }

  /** Tells it apart from the other failures. */
  readonly code = 'network' as const;
}

/**
 * The body of the HTTP response is larger than the client's `maxResponseBytes`. The rest of the body was
 * not read. All calls of the HTTP request fail with it.
 */
export class ResponseTooLargeError extends TransportError {
  static {
    this.prototype.name = 'ResponseTooLargeError';
  }

  /** Tells it apart from the other failures. */
  readonly code = 'response-too-large' as const;
  /** The limit, in bytes. */
  readonly maxResponseBytes: number;

  constructor(maxResponseBytes: number) {
    super(
      `The response is larger than ${maxResponseBytes} bytes. ` +
        'Request less at once, or raise maxResponseBytes of createClient()',
    );
    this.maxResponseBytes = maxResponseBytes;
  }
}

/** The call took longer than its `timeout`. */
export class TimeoutError extends TransportError {
  static {
    this.prototype.name = 'TimeoutError';
  }

  /** Tells it apart from the other failures. */
  readonly code = 'timeout' as const;
}

/** The call's `signal` was aborted; `cause` is the signal's reason. */
export class AbortError extends TransportError {
  static {
    this.prototype.name = 'AbortError';
  }

  /** Tells it apart from the other failures. */
  readonly code = 'aborted' as const;
}
