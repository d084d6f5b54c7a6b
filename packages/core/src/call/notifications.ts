import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { toErrorObject } from '../errors/error-object.js';
import { BatchRolledBack } from '../errors/standard-errors.js';
import { httpErrorOf } from '../errors/unauthorized.js';
import { httpErrorResponse } from '../errors/http-error-response.js';
import { ErrorCode, type ErrorCodes } from '../jsonrpc/response.js';
import type { CallContext } from './call-context.js';
import { withAfterResponseHooks } from './call-hooks.js';
import { errorWithoutData } from './encode-outcome.js';
import { type CallOutcome, type HttpEffects, NO_RESPONSE } from './message-outcome.js';

/** Finishes a running notification in the background. The HTTP response doesn't wait for it. */
export function finishInBackground(call: CallContext, running: MaybePromise<CallOutcome>): void {
  if (!isPromise(running) && !call.hasOpenDependencies && !call.hasOwnTasks) {
    call.endTasks();
    return;
  }
  const { scope } = call;
  const { notifications } = scope;
  const ended = finishNotification(call, running).catch((err: unknown) => {
    call.failureLogger.error({ err }, 'Notification could not be finished');
  });
  notifications.add(ended);
  scope.bound.running.work.track(ended);
  void ended.then(() => {
    call.endTasks();
    notifications.delete(ended);
  });
  scope.keepOpenUntil(ended);
}

/**
 * Runs the teardowns and background tasks as soon as the notification has ended, without waiting for a
 * response.
 */
async function finishNotification(
  call: CallContext,
  running: MaybePromise<CallOutcome>,
): Promise<void> {
  await running;
  if (call.closesDependencies) {
    await withAfterResponseHooks(call, 'teardown', () => call.dependencyStack.closeAfterResponse());
  }
  if (call.hasOwnTasks) await call.tasks.run();
}

/**
 * Waits until the queue of a notification has accepted it or has failed, so that the status of the HTTP
 * response can report it. Never rejects.
 */
export async function awaitAccepted(
  call: CallContext,
  running: MaybePromise<CallOutcome>,
): Promise<CallOutcome> {
  await running;
  if (!call.isAccepted) reportNotAccepted(call);
  finishInBackground(call, NO_RESPONSE);
  return NO_RESPONSE;
}

/**
 * Sets the HTTP status for a notification that its queue has not accepted: 503 if a retry may succeed,
 * otherwise 422 or the status of an `HttpError`. In a batch, 503 takes precedence.
 */
function reportNotAccepted(call: CallContext): void {
  const { scope } = call;
  const reason = failureEffects(call);
  if (reason.status === 503 || scope.notificationFailure === undefined)
    scope.notificationFailure = reason;
}

const RETRY: HttpEffects = { status: 503, headers: [['retry-after', '1']] };
const REJECTED: HttpEffects = { status: 422, headers: undefined };

/** The errors after which a retry may succeed, beside InternalError. */
const TEMPORARY = ['LimitExceeded', 'RequestTimeout', 'Conflict'] as const;

function isTemporary(code: number, codes: ErrorCodes | undefined): boolean {
  return (
    code === ErrorCode.InternalError ||
    TEMPORARY.some((name) => code === (codes?.[name] ?? ErrorCode[name]))
  );
}

/**
 * Without an error, the notification wasn't accepted because a middleware assigned a response, for
 * example. In a batch that is one transaction, the failure of another call counts.
 */
function failureEffects(call: CallContext): HttpEffects {
  try {
    const { exception, carrier } = call;
    const { errorCodes } = call.scope.bound.settings;
    const httpError = httpErrorOf(exception, { isBatch: false, carrier });
    if (httpError !== undefined) return httpErrorResponse(httpError);
    const { code } =
      exception instanceof BatchRolledBack
        ? toErrorObject(exception.cause, null, errorCodes).error
        : (errorWithoutData(call) ?? {});
    return code === undefined || isTemporary(code, errorCodes) ? RETRY : REJECTED;
  } catch {
    // The error is malformed.
    return RETRY;
  }
}
