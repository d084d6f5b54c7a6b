import type { HttpError } from '../errors/http-error.js';
import { encodeThrown } from '../errors/error-object.js';
import { InternalError } from '../errors/standard-errors.js';
import { httpErrorOf } from '../errors/unauthorized.js';
import type { CallContext } from './call-context.js';
import { encodeOutcome } from './encode-outcome.js';
import { type CallOutcome, NO_RESPONSE } from './message-outcome.js';
import { reportUnhandled } from './reporting-logger.js';

/**
 * Finishes a call after its middlewares have ended: checks and encodes a response that they replaced,
 * and logs a failure. Never throws.
 *
 * @param state whether the call has timed out and responded, so that an `HttpError` has no effect any more
 */
export function finishCall(
  call: CallContext,
  { hasResponded }: { readonly hasResponded: boolean } = { hasResponded: false },
): CallOutcome {
  try {
    call.endProgress();
    const { interruption } = call;
    if (interruption !== undefined && !call.hasFailed) call.fail(interruption);
    const outcome = encodeOutcome(call);
    if (!call.hasExecuted) noteOutcome(call);
    if (call.isReplay) setEarlyHeaders(call);
    if (!call.hasFailed) return outcome;
    const httpError = httpErrorOf(call.exception, call);
    if (httpError !== undefined) return endMessage(call, httpError, hasResponded);
    // Typed errors of notifications are logged too, because no response reports them.
    if (call.isUnhandledException || call.isNotification) logFailure(call);
    return outcome;
  } catch (error) {
    return finishWithInternalError(call, error);
  }
}

/** Notes whether a call has succeeded whose middlewares responded without running its method. */
function noteOutcome({ scope, hasFailed, exception }: CallContext): void {
  if (hasFailed) scope.firstFailure ??= { error: exception };
  else scope.hasSucceeded = true;
}

/** The calls of a batch share their headers, so only a single call gets those of its response. */
function setEarlyHeaders({ isNotification, isBatch, lifetime, httpResponse }: CallContext): void {
  if (isNotification || isBatch) return;
  for (const [name, value] of Object.entries(lifetime.early?.headers ?? {})) {
    httpResponse.headers.set(name, value);
  }
}

function endMessage(call: CallContext, error: HttpError, hasResponded: boolean): CallOutcome {
  if (hasResponded) reportUnhandled(call, error, 'Call failed after a timeout');
  else if (!call.isNotification) call.scope.endWith(error);
  else if (call.exception !== error) logFailure(call);
  else reportUnhandled(call, error, 'Notification ended with an HTTP error');
  return NO_RESPONSE;
}

function logFailure(call: CallContext): void {
  if (!call.scope.mustLog(call.exception)) return;
  const err = call.malformedReason ?? call.exception;
  if (call.isUnhandledException) reportUnhandled(call, err, 'Call failed');
  else call.failureLogger.warn({ err }, 'Notification failed');
}

/**
 * Responds with InternalError after an unexpected error while the response was built: a bug in the
 * framework, or a value of the application whose members throw.
 */
function finishWithInternalError(call: CallContext, err: unknown): CallOutcome {
  call.failureLogger.error({ err }, 'Call failed while its response was built');
  call.scope.firstFailure ??= { error: err };
  if (call.isNotification) return NO_RESPONSE;
  return encodeThrown(new InternalError(), call.id);
}
