/** The HTTP response that an adapter sends. */
export interface HttpResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Undefined for a response without a body, such as a 204. */
  readonly body: string | Uint8Array | undefined;
  /** The media type of the body. The adapter also sends `x-content-type-options: nosniff`. */
  readonly contentType: string | undefined;
  /** Additional headers. `set-cookie` may occur several times. The adapter sets `content-length`. */
  readonly headers: Iterable<readonly [string, string]> | undefined;
  /**
   * Starts teardowns and background tasks. The adapter calls it once, when the response has been sent or
   * the client has disconnected. The promise resolves when teardowns, background tasks and notifications
   * have ended; runtimes that stop after the response have to wait for it.
   */
  readonly onSent: (() => Promise<void>) | undefined;
  /**
   * Milliseconds for the client to receive the response. After that the adapter closes the connection.
   * Default: 60,000.
   */
  readonly sendTimeout?: number | undefined;
}

/** Milliseconds for responses without a `sendTimeout`. */
export const DEFAULT_SEND_TIMEOUT = 60_000;

const JSON_MEDIA_TYPE = 'application/json';

export function jsonResponse(body: string, status = 200): HttpResponse {
  return { status, body, contentType: JSON_MEDIA_TYPE, headers: undefined, onSent: undefined };
}

/** Returns a response outside JSON-RPC with the body `{ detail }`, such as that of an `HttpError`. */
export function detailResponse(
  status: number,
  detail: unknown,
  headers?: Iterable<readonly [string, string]>,
): HttpResponse {
  const body = JSON.stringify({ detail });
  return { status, body, contentType: JSON_MEDIA_TYPE, headers, onSent: undefined };
}

export const NO_CONTENT: HttpResponse = {
  status: 204,
  body: undefined,
  contentType: undefined,
  headers: undefined,
  onSent: undefined,
};
