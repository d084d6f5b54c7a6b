import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { HttpError } from '../errors/http-error.js';
import { httpErrorResponse } from '../errors/http-error-response.js';
import { ErrorCode } from '../jsonrpc/response.js';
import type { CallContext } from './call-context.js';
import { withAfterResponseHooks } from './call-hooks.js';
import { type CallResponse, NO_RESPONSE } from './call-response.js';
import type { NotStored } from './http-exchange.js';

/** Finishes a running notification in the background. The HTTP response doesn't wait for it. */
export function finishInBackground(call: CallContext, running: MaybePromise<CallResponse>): void {
  if (!isPromise(running) && !call.hasOpenDependencies && !call.hasTasks) return;
  const { notifications, pending, endpoint } = call.exchange;
  const ended = finishNotification(call, running).catch((err: unknown) => {
    call.failureLogger.error({ err }, 'Notification could not be finished');
  });
  notifications.add(ended);
  pending.add(ended);
  endpoint.running.work.track(ended);
  void ended.then(() => {
    notifications.delete(ended);
    pending.delete(ended);
  });
}

/**
 * Runs the teardowns and background tasks as soon as the notification has ended, without waiting for a
 * response.
 */
async function finishNotification(
  call: CallContext,
  running: MaybePromise<CallResponse>,
): Promise<void> {
  await running;
  if (call.hasOpenDependencies && call.interruption === undefined) {
    await withAfterResponseHooks(call, ({ dependencyStack }) =>
      dependencyStack.closeAfterResponse(),
    );
  }
  if (call.hasTasks) await call.tasks.run();
}

/**
 * Waits until a durable notification has been stored as a job or could not be stored, so that the
 * status of the HTTP response can report it. Never rejects.
 */
export async function awaitStored(
  call: CallContext,
  running: MaybePromise<CallResponse>,
): Promise<CallResponse> {
  await running;
  if (!call.isStored) reportNotStored(call);
  finishInBackground(call, NO_RESPONSE);
  return NO_RESPONSE;
}

/**
 * Sets the HTTP status for a durable notification that was not stored: 503 if a retry may succeed,
 * otherwise 422 or the status of an `HttpError`. In a batch, 503 takes precedence.
 */
export function reportNotStored(call: CallContext): void {
  const { exchange } = call;
  const reason = whyNotStored(call);
  if (reason.status === 503 || exchange.notStored === undefined) exchange.notStored = reason;
}

const RETRY: NotStored = { status: 503, headers: [['retry-after', '1']] };
const REJECTED: NotStored = { status: 422, headers: undefined };

/** The codes of errors after which a retry may succeed. */
const TEMPORARY: readonly number[] = [
  ErrorCode.InternalError,
  ErrorCode.LimitExceeded,
  ErrorCode.RequestTimeout,
];

/**
 * Without an error, the notification wasn't stored because a middleware assigned a response, for
 * example.
 */
function whyNotStored(call: CallContext): NotStored {
  try {
    if (call.exception instanceof HttpError) return httpErrorResponse(call.exception);
    const code = call.errorWithoutData?.code;
    return code === undefined || TEMPORARY.includes(code) ? RETRY : REJECTED;
  } catch {
    // The error is malformed.
    return RETRY;
  }
}
