import type { CallContext } from '../context/call-context.js';
import type { BaseError } from '../errors/base-error.js';
import { LimitExceeded } from '../errors/standard-errors.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import {
  encodeError,
  type EncodedResponse,
  textOfBatch,
  textOfResponse,
} from '../protocol/encode-response.js';
import { sizeOfResponse } from '../protocol/response-size.js';
import type { Dispatcher } from './dispatcher.js';
import { reportUnhandled } from './report.js';

/** A call's answer; a notification, and a call whose exchange is ended, has none. */
export type Answer = EncodedResponse | undefined;
export const NO_ANSWER: undefined = undefined;

/** What a message is answered with: one answer, or those of a batch in its order. */
export type Answers = Answer | readonly Answer[];

/** Whether it is there, and no promise of it. To ask that of any value is dearer. */
export function isThere(answer: MaybePromise<Answer>): answer is Answer {
  return answer === NO_ANSWER || 'json' in answer;
}

/** The body of the HTTP response; undefined where there is nothing to answer. */
export function textOfAnswers(answers: Answers): string | undefined {
  if (answers === NO_ANSWER) return undefined;
  if ('json' in answers) return textOfResponse(answers);
  const responses = areAllThere(answers)
    ? answers
    : answers.filter((answer) => answer !== NO_ANSWER);
  return responses.length === 0 ? undefined : textOfBatch(responses);
}

function areAllThere(answers: readonly Answer[]): answers is readonly EncodedResponse[] {
  return !answers.includes(NO_ANSWER);
}

/** The answer of a call that ends with this error, whatever stands on the call itself. */
export function encodeFailure(call: CallContext, error: BaseError): Answer {
  return call.isNotification ? NO_ANSWER : encodeError(call.id, error.getResponse().error);
}

/**
 * Encodes the call's response. What can't be encoded fails the call, an error loses its data, and a
 * response beyond a limit becomes LimitExceeded.
 */
export function encodeAnswer(dispatcher: Dispatcher, call: CallContext): Answer {
  if (call.isNotification) return NO_ANSWER;
  const encoded = encodeOrFail(call);
  if (call.exception instanceof LimitExceeded) return encoded;
  const limit = reachedLimit(dispatcher, call, encoded);
  if (limit === undefined) return encoded;
  const error = new LimitExceeded();
  call.failureLogger.warn({ limit }, 'Response rejected: it exceeds a limit of its entrypoint');
  call.fail(error);
  return encodeFailure(call, error);
}

function encodeOrFail(call: CallContext): EncodedResponse {
  try {
    return call.encode();
  } catch (error) {
    return encodeWithout(call, error);
  }
}

/** Encodes the response without what could not be encoded. */
function encodeWithout(call: CallContext, error: unknown): EncodedResponse {
  const withoutData = call.errorWithoutData;
  if (withoutData === undefined) {
    call.fail(error);
    return call.encode();
  }
  reportUnhandled(call, error, 'The data of an error can not be encoded and was left out');
  return encodeError(call.id, withoutData);
}

/** The option whose limit the response exceeds, with what the batch has returned before. */
function reachedLimit(
  { maxResultBytes, maxResponseBytes }: Dispatcher,
  { exchange }: CallContext,
  encoded: EncodedResponse,
): string | undefined {
  const bytes = sizeOfResponse(encoded);
  if (bytes > maxResultBytes) return 'maxResultBytes';
  exchange.isFull ||= exchange.responseBytes + bytes > maxResponseBytes;
  if (exchange.isFull) return 'maxResponseBytes';
  exchange.responseBytes += bytes;
  return undefined;
}
