import type { EventStream } from './event-stream.js';
import type { Logger } from '../logging/logger.js';

/** The HTTP response that an adapter sends. */
export interface HttpResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Undefined for a response without a body, such as a 204. */
  readonly body: string | Uint8Array | undefined;
  /**
   * Server-sent events, which the adapter sends as they come, instead of a body. The adapter cancels them
   * when the client disconnects. Default: none.
   */
  readonly events?: EventStream | undefined;
  /** The media type of the body. The adapter also sends `x-content-type-options: nosniff`. */
  readonly contentType: string | undefined;
  /** Additional headers. `set-cookie` may occur several times. The adapter sets `content-length`. */
  readonly headers: Iterable<readonly [string, string]> | undefined;
  /**
   * Starts teardowns and background tasks. The adapter calls it once, when the response has been sent
   * or the client has disconnected. The promise resolves when teardowns, background tasks and
   * notifications have ended. Adapters for runtimes that stop after the response must keep the runtime
   * alive until then.
   */
  readonly onSent: (() => Promise<void>) | undefined;
  /**
   * Milliseconds within which the client must receive the response; beyond it, the adapter closes the
   * connection. Default: 60,000.
   */
  readonly sendTimeout?: number | undefined;
}

/** The default of {@link HttpResponse.sendTimeout}, in milliseconds. */
export const DEFAULT_SEND_TIMEOUT = 60_000;

export const JSON_MEDIA_TYPE = 'application/json';

export function jsonResponse(body: string, status = 200): HttpResponse {
  return { status, body, contentType: JSON_MEDIA_TYPE, headers: undefined, onSent: undefined };
}

/**
 * Returns a response with the body `{ detail }` instead of a JSON-RPC response, as for an `HttpError`.
 */
export function detailResponse(
  status: number,
  detail: unknown,
  headers?: Iterable<readonly [string, string]>,
): HttpResponse {
  const body = JSON.stringify({ detail });
  return { status, body, contentType: JSON_MEDIA_TYPE, headers, onSent: undefined };
}

/**
 * Returns the response to a request whose path doesn't belong to the api, if no other route handles it.
 */
export function notFoundResponse(): HttpResponse {
  return detailResponse(404, 'Not Found');
}

/** Logs why a request failed outside any call, and returns a 500 response. */
export function failureResponse(err: unknown, logger: Logger): HttpResponse {
  logger.error({ err }, 'Request failed');
  return detailResponse(500, 'Internal Server Error');
}

/** Up to this number of characters, keeping a text twice in memory is acceptable. */
const MAX_TEXT_LENGTH = 65_536;

const encoder = new TextEncoder();

/**
 * Returns the body to pass to the framework. Encodes a long text, because Node would otherwise keep
 * both the text and its bytes in memory until a slow client has received them.
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

/** Calls `onSent`, and logs the error if it throws or rejects. */
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
