import type { CallContext } from '../context/call-context.js';
import type { BaseError } from '../errors/base-error.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import {
  encodeError,
  type EncodedResponse,
  textOfBatch,
  textOfResponse,
} from '../protocol/encode-response.js';
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

/** The call's answer. What can't be encoded fails the call, and an error loses its data. */
export function encodeAnswer(call: CallContext): Answer {
  if (call.isNotification) return NO_ANSWER;
  try {
    return call.encode();
  } catch (error) {
    const response = call.rawResponse;
    if (response !== undefined && 'error' in response) {
      reportUnhandled(call, error, 'The data of an error can not be encoded and was left out');
      const { code, message } = response.error;
      return encodeError(call.id, { code, message });
    }
    call.fail(error);
    return call.encode();
  }
}
