import type { CallContext } from '../context/call-context.js';
import type { BaseError } from '../errors/base-error.js';
import {
  encodeError,
  type ResponseText,
  textOfBatch,
  textOfResponse,
} from '../protocol/encode-response.js';
import { reportUnhandled } from './report.js';

/** A call's answer; a notification, and a call whose exchange is ended, has none. */
export type AnswerText = ResponseText;
export const NO_ANSWER: AnswerText = '';

/** What a message is answered with: one answer, or those of a batch in its order. */
export type Answers = AnswerText | readonly AnswerText[];

/** The body of the HTTP response; undefined where there is nothing to answer. */
export function textOfAnswers(answers: Answers): string | undefined {
  if (typeof answers === 'string') {
    return answers === NO_ANSWER ? undefined : textOfResponse(answers);
  }
  const there = answers.includes(NO_ANSWER)
    ? answers.filter((answer) => answer !== NO_ANSWER)
    : answers;
  return there.length === 0 ? undefined : textOfBatch(there);
}

/** The text of a call that ends with this error, whatever stands on the call itself. */
export function encodeFailure(call: CallContext, error: BaseError): AnswerText {
  return call.isNotification ? NO_ANSWER : encodeError(call.id, error.getResponse().error);
}

/** The call's text. What can't be encoded fails the call, and an error loses its data. */
export function encodeAnswer(call: CallContext): AnswerText {
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
