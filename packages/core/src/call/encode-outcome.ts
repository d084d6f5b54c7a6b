import { countRejected } from '../context/measurement.js';
import type { BaseError } from '../errors/base-error.js';
import { encodeThrown, findErrorObjectProblem } from '../errors/error-object.js';
import { LimitExceeded } from '../errors/standard-errors.js';
import { encodeError, encodeResult, type EncodedResponse } from '../jsonrpc/encode-response.js';
import type {
  JsonRpcErrorObject,
  JsonRpcErrorResponse,
  JsonRpcResponse,
  JsonRpcSuccessResponse,
} from '../jsonrpc/response.js';
import type { CallContext } from './call-context.js';
import { type CallOutcome, NO_RESPONSE } from './message-outcome.js';
import { reportUnhandled } from './reporting-logger.js';

/**
 * Encodes the result of a method; returns undefined for a notification.
 *
 * @throws TypeError if JSON can't carry the result, and LimitExceeded if it is too large
 */
export function encodeMethodResult(
  call: CallContext,
  result: unknown,
): EncodedResponse | undefined {
  if (call.isNotification) return undefined;
  const encoded = encodeResult(call.id, result);
  if (!chargeResponse(call, encoded)) throw new LimitExceeded();
  return encoded;
}

/** Encodes an error as the outcome of the call, whatever outcome the call itself has. */
export function encodeErrorOutcome(call: CallContext, error: BaseError): CallOutcome {
  if (call.isNotification) return NO_RESPONSE;
  return encodeThrown(error, call.id, call.scope.bound.settings.errorCodes);
}

/**
 * Encodes the outcome of the call, unless that of its method is encoded and still valid. A result that
 * can't be encoded fails the call, error data that can't be encoded is left out, and a response that
 * exceeds a limit becomes LimitExceeded.
 */
export function encodeOutcome(call: CallContext): CallOutcome {
  if (call.isNotification) return NO_RESPONSE;
  if (call.encoded !== undefined && call.accessedResponse === undefined) return call.encoded;
  call.discardEncoded();
  const encoded = encodeOrFail(call);
  if (call.exception instanceof LimitExceeded || chargeResponse(call, encoded)) return encoded;
  const error = new LimitExceeded();
  call.fail(error);
  return encodeErrorOutcome(call, error);
}

/**
 * Counts a response for the limits of its entrypoint. Returns false if it exceeds one, which is logged;
 * such a response isn't counted.
 */
function chargeResponse(call: CallContext, encoded: EncodedResponse): boolean {
  const { bound, responseBudget } = call.scope;
  const limit = responseBudget.charge(encoded);
  if (limit === undefined) return true;
  countRejected(bound.logger, call, limit);
  call.failureLogger.warn({ limit }, 'Response rejected: it exceeds a limit of its entrypoint');
  return false;
}

function encodeOrFail(call: CallContext): EncodedResponse {
  try {
    return encode(call);
  } catch (error) {
    const withoutData = errorWithoutData(call);
    if (withoutData === undefined) {
      call.fail(error);
      return encode(call);
    }
    reportUnhandled(call, error, 'Error data left out: it could not be encoded');
    return encodeError(call.id, withoutData);
  }
}

/** @throws TypeError if the response can't be encoded, or a middleware has assigned a malformed one */
function encode(call: CallContext): EncodedResponse {
  const { accessedResponse: response } = call;
  if (response === undefined) {
    return call.hasFailed
      ? encodeError(call.id, call.errorOutcome.error)
      : encodeResult(call.id, call.result);
  }
  const problem = responseProblem(response);
  if (problem !== undefined) throw new TypeError(`ctx.rawResponse is malformed: ${problem}`);
  return 'error' in response
    ? encodeError(call.id, response.error)
    : encodeResult(call.id, response.result);
}

/** Returns the code and message of a well-formed error response; undefined for a result. */
export function errorWithoutData({ rawResponse }: CallContext): JsonRpcErrorObject | undefined {
  if (rawResponse === undefined || responseProblem(rawResponse) !== undefined) return undefined;
  if (!('error' in rawResponse)) return undefined;
  const { code, message } = rawResponse.error;
  return { code, message };
}

/**
 * Returns what is wrong with a response that a middleware assigned or modified; undefined if it is
 * valid.
 */
function responseProblem(response: JsonRpcResponse): string | undefined {
  const members: Partial<JsonRpcSuccessResponse & JsonRpcErrorResponse> = response;
  const [hasResult, hasError] = ['result' in members, 'error' in members];
  if (hasResult && hasError) return 'it has both result and error; assign one of them';
  if (hasResult) return undefined;
  return hasError ? findErrorObjectProblem(members.error) : 'it has neither result nor error';
}
