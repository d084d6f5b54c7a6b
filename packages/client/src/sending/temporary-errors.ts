import { JsonRpcError } from '../errors/json-rpc-error.js';
import { CallTimeoutError, HttpStatusError, NetworkError } from '../errors/transport-errors.js';
import { isRedirect } from '../http/post.js';

/** The HTTP statuses after which the client retries a call. */
const TEMPORARY_STATUSES = [502, 503, 504];
/** Those after which a subscription continues, which also waits until the client is below its limits. */
const SUBSCRIPTION_STATUSES = [...TEMPORARY_STATUSES, 429];
const REQUEST_TIMEOUT = -32002;
const LIMIT_EXCEEDED = -32005;
/** An HTTP error on a connection, with the status in its data. */
const HTTP_ERROR = -32000;

/**
 * Returns the milliseconds that the server asks to wait before another attempt, which may be 0. Returns
 * `Infinity` without an error, or if another attempt would get the same response.
 */
export function minDelayAfter(
  error: unknown,
  temporaryStatuses: readonly unknown[] = TEMPORARY_STATUSES,
): number {
  if (error instanceof NetworkError) return isRedirect(error.cause) ? Infinity : 0;
  if (error instanceof CallTimeoutError) return 0;
  if (error instanceof HttpStatusError) {
    return temporaryStatuses.includes(error.status) ? retryAfter(error.headers) : Infinity;
  }
  if (!(error instanceof JsonRpcError)) return Infinity;
  const { code, cause } = error;
  const { retryAfterMs, status } = (error.data ?? {}) as Readonly<Record<string, unknown>>;
  // An earlier attempt still runs on the server, or the call exceeds a rate limit.
  if (typeof retryAfterMs === 'number') return retryAfterMs;
  const hasTemporaryStatus = code === HTTP_ERROR && temporaryStatuses.includes(status);
  return hasTemporaryStatus || code === REQUEST_TIMEOUT
    ? 0
    : minDelayAfter(cause, temporaryStatuses);
}

/** As {@link minDelayAfter}, before another attempt to subscribe. */
export function minDelayToSubscribe(error: unknown): number {
  const cause = error instanceof NetworkError ? error.cause : undefined;
  // `connect` may call a method over HTTP, which fails for good if the session has ended.
  if (cause instanceof HttpStatusError || cause instanceof JsonRpcError) {
    return minDelayToSubscribe(cause);
  }
  const minDelay = minDelayAfter(error, SUBSCRIPTION_STATUSES);
  const isOverLimit = error instanceof JsonRpcError && error.code === LIMIT_EXCEEDED;
  return isOverLimit && minDelay === Infinity ? 0 : minDelay;
}

/** Reads the header `retry-after`, which contains seconds or a date, as milliseconds. */
function retryAfter(headers: Headers): number {
  const text = headers.get('retry-after') ?? '0';
  const delay = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(delay) ? 0 : delay;
}
