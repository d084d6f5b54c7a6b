import { MARK_HEADER } from '../client/request-mark.js';
import type { TestAnswer } from '../client/test-answer.js';
import { messageError } from '../messages/message-error.js';

/** Of an error that came from where nothing can be captured: a check that sees nothing is none. */
export function unseenAnswer({ text }: TestAnswer): Error {
  return messageError(`No Api of this process was seen to answer a request that was answered with

  ${text}

so whether that is declared can't be checked. Either this project has two copies of
@jsonrpc-kit/core (npm ls @jsonrpc-kit/core), or something in front of the Api answers by itself or
drops the header ${MARK_HEADER}, or the Api is in another process. Tests of such an app
have the option jsonrpcNoTracking.`);
}
