import { JsonRpcError } from '../errors/json-rpc-error.js';
import { CallTimeoutError, HttpStatusError, NetworkError } from '../errors/transport-errors.js';
import { isRedirect } from '../http/post.js';

const TEMPORARY_STATUSES = [429, 502, 503, 504];
/** Request timed out, Limit exceeded. */
const TEMPORARY_CODES = [-32002, -32005];
/** An HTTP error on a connection, such as the 503 of a server that shuts down. */
const HTTP_ERROR = -32000;

/** Whether a subscription that fails with the error may be accepted again later. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkError) {
    const { cause } = error;
    // `connect` may call a method over HTTP, which fails for good if the session has ended.
    const isResponse = cause instanceof HttpStatusError || cause instanceof JsonRpcError;
    return isResponse ? isTemporary(cause) : !isRedirect(cause);
  }
  if (error instanceof CallTimeoutError) return true;
  if (error instanceof HttpStatusError) return TEMPORARY_STATUSES.includes(error.status);
  if (!(error instanceof JsonRpcError)) return false;
  const { status, retryAfterMs } = (error.data ?? {}) as Readonly<Record<string, unknown>>;
  return (
    TEMPORARY_CODES.includes(error.code) ||
    typeof retryAfterMs === 'number' ||
    (error.code === HTTP_ERROR && TEMPORARY_STATUSES.includes(status as number))
  );
}
