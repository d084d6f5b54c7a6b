import type { MaybePromise } from '../async/maybe-promise.js';
import { countRejected } from '../context/measurement.js';
import type { BaseError } from '../errors/base-error.js';
import { LimitExceeded } from '../errors/standard-errors.js';
import type { CallContext } from './call-context.js';
import { withCallHooks } from './call-hooks.js';
import { encodeErrorOutcome } from './encode-outcome.js';
import type { CallOutcome } from './message-outcome.js';

/** The options that reject calls before they run, and the reasons in the log. */
const REASONS = {
  rateLimit: 'its caller is over the rate limit',
  maxWaiting: 'too many calls are waiting',
  concurrency: 'too many handlers run past their time limit',
  backgroundTasks: 'too many background tasks are waiting',
  maxResponseBytes: 'the responses of its batch exceed maxResponseBytes',
};
export type CallLimit = keyof typeof REASONS;

/**
 * Rejects a call that reaches a limit of its entrypoint.
 *
 * @param retryAfterMs milliseconds until the call may be sent again. Default: unknown.
 */
export function rejectOverLimit(
  call: CallContext,
  limit: CallLimit,
  retryAfterMs?: number,
): MaybePromise<CallOutcome> {
  const data = limit === 'rateLimit' ? { retryAfterMs } : undefined;
  return withCallHooks(call, () => {
    countRejected(call.scope.bound.logger, call, limit);
    return reject(call, new LimitExceeded(data), REASONS[limit]);
  });
}

/** Rejects a call that doesn't run. The reason is logged for a notification, which has no response. */
export function rejectCall(
  call: CallContext,
  error: BaseError,
  reason: string,
): MaybePromise<CallOutcome> {
  return withCallHooks(call, () => reject(call, error, reason));
}

function reject(call: CallContext, error: BaseError, reason: string): CallOutcome {
  if (call.isNotification) call.failureLogger.warn({}, `Notification dropped: ${reason}`);
  call.fail(error);
  call.scope.firstFailure ??= { error };
  return encodeErrorOutcome(call, error);
}
