import { messageError } from '../messages/message-error.js';
import type { CapturedError } from './captured-error.js';
import { describeCalls } from './undeclared-errors.js';

/**
 * The failure of a test that may have sent requests whose calls failed, as may others that ran at the
 * same time. The exceptions themselves are reported beside it.
 */
export function unassignedErrors(errors: readonly CapturedError[], exceptionCount: number): Error {
  const exceptions =
    exceptionCount === 0 ? [] : [`  exceptions  ${exceptionCount}, reported beside this error`];
  return messageError(
    [
      'Several tests ran at the same time, and any of them may have sent the requests of these calls:',
      ...describeCalls(errors),
      ...exceptions,
      'Send requests of concurrent tests by jsonrpcClient, app.request() or app.inject(), or run the tests one after another.',
    ].join('\n\n'),
  );
}
