import type { JsonRpcErrorObject } from '../jsonrpc/response.js';
import type { RequestId } from '../jsonrpc/request.js';
import { describeValue } from '../options/describe-value.js';
import { BaseError } from './base-error.js';
import { InternalError } from './standard-errors.js';

/** The `error` member of the response to a thrown value. */
export interface ErrorOutcome {
  readonly error: JsonRpcErrorObject;
  /** Why a typed error couldn't be sent as itself; undefined where it could. */
  readonly malformed: Error | undefined;
}

/**
 * Returns the error object of a typed error, and that of InternalError for anything else and for a
 * typed error whose class has no code, or whose `getResponse()` throws or returns something else than
 * an error response. Never throws.
 */
export function errorObjectOf(error: unknown, id: RequestId | null): ErrorOutcome {
  if (!(error instanceof BaseError)) return { error: internalError(), malformed: undefined };
  try {
    const response: unknown = error.getResponse(id);
    const problem = errorResponseProblem(response);
    if (problem === undefined) {
      return { error: (response as { error: JsonRpcErrorObject }).error, malformed: undefined };
    }
    const message = `The error response of ${error.name} is malformed: ${problem}`;
    return { error: internalError(), malformed: new TypeError(message, { cause: error }) };
  } catch (cause) {
    const message = 'getResponse() of a typed error threw';
    return { error: internalError(), malformed: new TypeError(message, { cause }) };
  }
}

function errorResponseProblem(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null) {
    return `getResponse() must return an object, not ${describeValue(response)}`;
  }
  return errorObjectProblem((response as { readonly error?: unknown }).error);
}

/** What is wrong with the `error` member of a response (JSON-RPC 2.0, section 5.1). */
export function errorObjectProblem(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) {
    return `error must be an object, not ${describeValue(error)}`;
  }
  const { code, message } = error as Partial<JsonRpcErrorObject>;
  if (!Number.isSafeInteger(code))
    return `error.code must be an integer, not ${describeValue(code)}`;
  if (typeof message === 'string') return undefined;
  return `error.message must be a string, not ${describeValue(message)}`;
}

/** Returns a new object each time, since a middleware may change the one that it sees. */
function internalError(): JsonRpcErrorObject {
  return { code: InternalError.code, message: InternalError.message };
}

/**
 * Returns a thrown value as it is, unless even looking at its type or name throws, as with a revoked
 * Proxy: then an error that says so takes its place.
 */
export function inspectable(thrown: unknown): unknown {
  if (typeof thrown !== 'object' && typeof thrown !== 'function') return thrown;
  try {
    void (thrown instanceof Error);
    if (thrown !== null && 'name' in thrown) void thrown.name;
    return thrown;
  } catch {
    return new TypeError('The thrown value can not be inspected');
  }
}
