import { type EncodedError, encodeError } from '../jsonrpc/encode-response.js';
import { ErrorCode, type ErrorCodes, type JsonRpcErrorObject } from '../jsonrpc/response.js';
import type { RequestId } from '../jsonrpc/request.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { isBaseError } from './base-error.js';
import { changedCode } from './error-codes.js';
import { type HttpError, isErrorStatus, isHttpError, statusText } from './http-error.js';
import { InternalError } from './standard-errors.js';

/** The `error` member of the response to a thrown value. */
export interface ErrorOutcome {
  readonly error: JsonRpcErrorObject;
  /** Why the typed error can't be sent and InternalError replaces it; undefined if it can be sent. */
  readonly malformedReason: Error | undefined;
}

/**
 * Returns the error object of a typed error. Returns that of InternalError for any other value, and for
 * a typed error whose `getResponse()` throws or returns an invalid response. Never throws.
 *
 * @param codes those that the entrypoint has changed
 */
export function toErrorObject(
  error: unknown,
  id: RequestId | null,
  codes?: ErrorCodes,
): ErrorOutcome {
  if (isHttpError(error)) return httpErrorObject(error);
  if (!isBaseError(error)) return { error: internalError(), malformedReason: undefined };
  try {
    const response: unknown = error.getResponse(id);
    const problem = findResponseProblem(response);
    if (problem !== undefined) {
      return malformed(`${error.name}: malformed error response: ${problem}`, error);
    }
    const own = (response as { error: JsonRpcErrorObject }).error;
    const code = codes && changedCode(error, error.code, codes);
    return { error: code === undefined ? own : { ...own, code }, malformedReason: undefined };
  } catch (cause) {
    return malformed('getResponse() of a typed error threw', cause);
  }
}

/**
 * Encodes the response to a thrown value.
 *
 * @param codes those that the entrypoint has changed
 */
export function encodeThrown(
  error: unknown,
  id: RequestId | null,
  codes?: ErrorCodes,
): EncodedError {
  return encodeError(id, toErrorObject(error, id, codes).error);
}

function malformed(message: string, cause: unknown): ErrorOutcome {
  return { error: internalError(), malformedReason: new TypeError(message, { cause }) };
}

/** Returns the error object of an `HttpError` on a connection, where it can't be an HTTP response. */
function httpErrorObject(error: HttpError): ErrorOutcome {
  try {
    const { status, detail } = error;
    if (!isErrorStatus(status)) throw new TypeError('status must be an integer from 400 to 599');
    // A copy, because a subclass may have a member that JSON can't carry.
    const data = JSON.parse(JSON.stringify({ status, detail })) as unknown;
    const message = statusText(status);
    return { error: { code: ErrorCode.HttpError, message, data }, malformedReason: undefined };
  } catch (cause) {
    return malformed('HttpError: a member is malformed', cause);
  }
}

function findResponseProblem(response: unknown): string | undefined {
  return isObject(response)
    ? findErrorObjectProblem(response['error'])
    : `getResponse() must return an object, not ${describeValue(response)}`;
}

/** Returns the first problem of a response's `error` member (JSON-RPC 2.0, section 5.1). */
export function findErrorObjectProblem(error: unknown): string | undefined {
  if (!isObject(error)) return `error must be an object, not ${describeValue(error)}`;
  const { code, message } = error;
  if (!Number.isSafeInteger(code))
    return `error.code must be an integer, not ${describeValue(code)}`;
  if (typeof message === 'string') return undefined;
  return `error.message must be a string, not ${describeValue(message)}`;
}

/** Returns a new object each time, since middlewares may modify it. */
function internalError(): JsonRpcErrorObject {
  return { code: InternalError.code, message: InternalError.message };
}

/**
 * Returns the thrown value unchanged, or a TypeError instead of a value whose type or name can't be
 * read, such as a revoked Proxy.
 */
export function toInspectable(thrown: unknown): unknown {
  if (typeof thrown !== 'object' && typeof thrown !== 'function') return thrown;
  try {
    void (thrown instanceof Error);
    if (thrown !== null && 'name' in thrown) void thrown.name;
    return thrown;
  } catch {
    return new TypeError("The thrown value can't be inspected");
  }
}
