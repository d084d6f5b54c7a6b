import { LimitExceeded } from '../errors/standard-errors.js';
import type { BaseError } from '../errors/base-error.js';
import {
  encodeError,
  type EncodedResponse,
  measureResponse,
  stringifyBatch,
  stringifyResponse,
} from '../jsonrpc/encode-response.js';
import type { CallContext } from './call-context.js';
import { reportUnhandled } from './reporting-logger.js';

/** The encoded response of a call; undefined for a notification, and after an `HttpError`. */
export type CallResponse = EncodedResponse | undefined;
export const NO_RESPONSE: undefined = undefined;

/** The response of a single call, or those of a batch in request order. */
export type CallResponses = CallResponse | readonly CallResponse[];

/** Returns the body of the HTTP response; undefined if there is no response to send. */
export function joinResponses(responses: CallResponses): string | undefined {
  if (responses === NO_RESPONSE) return undefined;
  if ('json' in responses) return stringifyResponse(responses);
  const present = responses.includes(NO_RESPONSE)
    ? responses.filter((response) => response !== NO_RESPONSE)
    : (responses as readonly EncodedResponse[]);
  return present.length === 0 ? undefined : stringifyBatch(present);
}

/** Encodes an error as the call's response, whatever outcome the call itself has. */
export function encodeErrorResponse(call: CallContext, error: BaseError): CallResponse {
  return call.isNotification ? NO_RESPONSE : encodeError(call.id, error.getResponse().error);
}

/**
 * Encodes the response of the call. A result that can't be encoded fails the call, error data that
 * can't be encoded is left out, and a response that exceeds a limit becomes LimitExceeded.
 */
export function encodeCallResponse(call: CallContext): CallResponse {
  if (call.isNotification) return NO_RESPONSE;
  const encoded = encodeOrFail(call);
  if (call.exception instanceof LimitExceeded) return encoded;
  const limit = exceededLimit(call, encoded);
  if (limit === undefined) return encoded;
  const error = new LimitExceeded();
  call.failureLogger.warn({ limit }, 'Response rejected: it exceeds a limit of its entrypoint');
  call.fail(error);
  return encodeErrorResponse(call, error);
}

function encodeOrFail(call: CallContext): EncodedResponse {
  try {
    return call.encode();
  } catch (error) {
    const { errorWithoutData } = call;
    if (errorWithoutData === undefined) {
      call.fail(error);
      return call.encode();
    }
    reportUnhandled(call, error, 'Error data left out: it could not be encoded');
    return encodeError(call.id, errorWithoutData);
  }
}

/** Returns the name of the option whose limit the response exceeds; undefined if it exceeds none. */
function exceededLimit({ exchange }: CallContext, encoded: EncodedResponse): string | undefined {
  const { maxResultBytes, maxResponseBytes } = exchange.endpoint;
  const bytes = measureResponse(encoded);
  if (bytes > maxResultBytes) return 'maxResultBytes';
  exchange.isFull ||= exchange.responseBytes + bytes > maxResponseBytes;
  if (exchange.isFull) return 'maxResponseBytes';
  exchange.responseBytes += bytes;
  return undefined;
}
