import type { JsonRpcErrorObject } from '../jsonrpc/response.js';
import type { RequestId } from '../jsonrpc/request.js';
import { describeValue, isObject } from '../options/describe-value.js';
import { BaseError } from './base-error.js';
import { InternalError } from './standard-errors.js';

/** The `error` member of the response to a thrown value. */
export interface ErrorOutcome {
  readonly error: JsonRpcErrorObject;
  /** Why InternalError replaces a typed error; undefined if it doesn't. */
  readonly malformed: Error | undefined;
}

/**
 * Returns the error object of a typed error, or that of InternalError for any other value. A typed error
 * without a valid error response, or whose `getResponse()` throws, is InternalError too. Never throws.
 */
export function toErrorObject(error: unknown, id: RequestId | null): ErrorOutcome {
  if (!(error instanceof BaseError)) return { error: internalError(), malformed: undefined };
  try {
    const response: unknown = error.getResponse(id);
    const problem = findResponseProblem(response);
    if (problem === undefined) {
      return { error: (response as { error: JsonRpcErrorObject }).error, malformed: undefined };
    }
    const message = `${error.name}: malformed error response: ${problem}`;
    return { error: internalError(), malformed: new TypeError(message, { cause: error }) };
  } catch (cause) {
    const message = 'getResponse() of a typed error threw';
    return { error: internalError(), malformed: new TypeError(message, { cause }) };
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
 * Returns the thrown value, or a TypeError if reading its type or name throws, as with a revoked Proxy.
 */
export function inspectable(thrown: unknown): unknown {
  if (typeof thrown !== 'object' && typeof thrown !== 'function') return thrown;
  try {
    void (thrown instanceof Error);
    if (thrown !== null && 'name' in thrown) void thrown.name;
    return thrown;
  } catch {
    return new TypeError('The thrown value cannot be inspected');
  }
}
