import type { Logger } from '../logging/logger.js';

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

/** Returns the response to a path that isn't one of the api's, if nothing else handles it. */
export function notFoundResponse(): HttpResponse {
  return detailResponse(404, 'Not Found');
}

/** Logs why a request failed outside of any call, and returns the response to send instead. */
export function failureResponse(err: unknown, logger: Logger): HttpResponse {
  logger.error({ err }, 'Request failed');
  return detailResponse(500, 'Internal Server Error');
}

/** The number of characters up to which a text is cheap to hold twice. */
const MAX_TEXT_LENGTH = 65_536;

const encoder = new TextEncoder();

/**
 * Returns the body for the framework. Encodes a long text, because Node would keep both the text and its
 * bytes until a slow client has received them.
 */
export function bodyToSend<Body extends HttpResponse['body']>(body: Body): Body | Uint8Array {
  return typeof body === 'string' && body.length > MAX_TEXT_LENGTH ? encoder.encode(body) : body;
}

/** Returns the headers that describe a body. */
export function entityHeaders(contentType: string | undefined): Record<string, string> {
  return contentType === undefined
    ? {}
    : { 'content-type': contentType, 'x-content-type-options': 'nosniff' };
}

/** Calls `onSent`, and logs what it throws or rejects with. */
export function callOnSent(
  onSent: HttpResponse['onSent'],
  logger: Logger,
): Promise<void> | undefined {
  if (onSent === undefined) return undefined;
  const logFailure = (err: unknown): void =>
    logger.error({ err }, 'Work after the response failed');
  try {
    return onSent().catch(logFailure);
  } catch (error) {
    logFailure(error);
    return undefined;
  }
}

export const NO_CONTENT: HttpResponse = {
  status: 204,
  body: undefined,
  contentType: undefined,
  headers: undefined,
  onSent: undefined,
};
