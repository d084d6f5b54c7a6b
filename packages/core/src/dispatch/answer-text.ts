import type { CallContext } from '../context/call-context.js';
import type { BaseError } from '../errors/base-error.js';
import { encodeError } from '../protocol/encode-response.js';
import { reportUnhandled } from './report.js';

/** The text of a call's answer; a notification, and a call whose exchange is ended, has none. */
export type AnswerText = string;
export const NO_ANSWER: AnswerText = '';

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
