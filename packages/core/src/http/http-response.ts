/** What an adapter has to send. */
export interface HttpResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Undefined where there is nothing to send, as for 204. */
  readonly body: string | Uint8Array | undefined;
  /** The body's media type. The adapter sends `x-content-type-options: nosniff` beside it. */
  readonly contentType: string | undefined;
  /** Further headers, `set-cookie` possibly several times; `content-length` is the adapter's. */
  readonly headers: Iterable<readonly [string, string]> | undefined;
  /**
   * Where it is there, the adapter calls it once, when the response has been sent or its client is
   * gone: teardowns and background tasks start from it. The promise is fulfilled when they and the
   * notifications have ended, for runtimes that stop after the answer unless they are told to wait.
   */
  readonly onSent: (() => Promise<void>) | undefined;
  /**
   * Milliseconds for the client to receive the response; then the adapter closes the connection.
   * Default: 60,000.
   */
  readonly sendTimeout?: number | undefined;
}

/** Milliseconds, where an answer names none. */
export const DEFAULT_SEND_TIMEOUT = 60_000;

const JSON_MEDIA_TYPE = 'application/json';

export function jsonResponse(body: string, status = 200): HttpResponse {
  return { status, body, contentType: JSON_MEDIA_TYPE, headers: undefined, onSent: undefined };
}

/** An answer that is no JSON-RPC response: `{ detail }`, as for an `HttpError`. */
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
