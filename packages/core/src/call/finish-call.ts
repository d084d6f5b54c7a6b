import type { MaybePromise } from '../async/maybe-promise.js';
import { inContext } from '../context/current-context.js';
import { HttpError } from '../errors/http-error.js';
import { InternalError } from '../errors/standard-errors.js';
import { encodeError } from '../jsonrpc/encode-response.js';
import type { CallContext } from './call-context.js';
import { type CallResponse, encodeCallResponse, NO_RESPONSE } from './call-response.js';
import { reportUnhandled } from './reporting-logger.js';

/**
 * Finishes a call after its middlewares have ended: checks and encodes the response, runs the teardowns
 * that precede the response, and logs a failure. Never throws or rejects.
 */
export function finishCall(call: CallContext): MaybePromise<CallResponse> {
  try {
    const response = finish(call);
    return response instanceof Promise
      ? response.catch((error: unknown) => finishWithInternalError(call, error))
      : response;
  } catch (error) {
    return finishWithInternalError(call, error);
  }
}

function finish(call: CallContext): MaybePromise<CallResponse> {
  const { interruption } = call;
  if (interruption !== undefined && !call.hasFailed) call.fail(interruption);
  const response = encodeCallResponse(call);
  if (call.hasOpenDependencies) {
    const { dependencyStack } = call;
    if (interruption === undefined && isRolledBack(call)) return closeAfterFailure(call);
    if (interruption === undefined && dependencyStack.hasBeforeResponse) {
      return closeBeforeResponse(call, response);
    }
    deferTeardowns(call);
  }
  return recordOutcome(call, response);
}

/**
 * Whether the writes of the call are rolled back: it has failed, and its error response isn't recorded.
 */
function isRolledBack({
  hasFailed,
  dependencyStack,
  exception,
  malformedReason,
}: CallContext): boolean {
  return hasFailed && !(dependencyStack.keeps(exception) && malformedReason === undefined);
}

/**
 * Responds with InternalError after an unexpected error while the response was built: a bug in the
 * framework, or a value of the application whose members throw.
 */
function finishWithInternalError(call: CallContext, err: unknown): CallResponse {
  const { exchange } = call;
  call.failureLogger.error({ err }, 'Call failed while its response was built');
  exchange.firstFailure ??= { error: err };
  if (call.hasOpenDependencies) {
    const closed = inContext(call, ({ dependencyStack }) => dependencyStack.fail(err));
    exchange.endpoint.running.work.track(closed);
  }
  if (call.isNotification) return NO_RESPONSE;
  return encodeError(call.id, { code: InternalError.code, message: InternalError.message });
}

/** Records the outcome on the exchange, logs a failure, and returns the response to send. */
function recordOutcome(call: CallContext, response: CallResponse): CallResponse {
  const { exchange, exception } = call;
  if (!call.hasFailed) exchange.hasSucceeded = true;
  else exchange.firstFailure ??= { error: exception };
  if (exception instanceof HttpError) endExchange(call, exception);
  // Typed errors of notifications are logged too, because no response reports them.
  else if (call.isUnhandledException || (call.hasFailed && call.isNotification)) logFailure(call);
  return call.isNotification || exception instanceof HttpError ? NO_RESPONSE : response;
}

/**
 * Runs the teardowns that precede the response, such as a commit. The response is already encoded, so
 * that it can be recorded. The error of a failing teardown replaces it.
 */
async function closeBeforeResponse(
  call: CallContext,
  response: CallResponse,
): Promise<CallResponse> {
  try {
    await inContext(call, ({ dependencyStack }) => dependencyStack.closeBeforeResponse(response));
  } catch (error) {
    call.fail(error);
    return recordOutcome(call, encodeCallResponse(call));
  }
  if (call.hasOpenDependencies) deferTeardowns(call);
  return recordOutcome(call, response);
}

/** Schedules the remaining teardowns to run after the response. A notification runs them itself. */
function deferTeardowns(call: CallContext): void {
  const { exchange, interruption } = call;
  if (interruption !== undefined) exchange.endpoint.running.work.track(closeWhenHandlerEnds(call));
  else if (!call.isNotification) exchange.callsToClose.push(call);
}

/** Closes the dependencies that were still open when a middleware or the encoding failed the call. */
async function closeAfterFailure(call: CallContext): Promise<CallResponse> {
  const { error } = await inContext(call, ({ dependencyStack, exception }) =>
    dependencyStack.fail(exception),
  );
  call.fail(error);
  return recordOutcome(call, encodeCallResponse(call));
}

/** Closes the dependencies of an interrupted call after its handler, which may use them, has ended. */
async function closeWhenHandlerEnds(call: CallContext): Promise<void> {
  await call.lifetime.handlerEnded;
  const { error } = await inContext(call, ({ dependencyStack, interruption }) =>
    dependencyStack.fail(interruption),
  );
  if (error !== call.interruption) reportUnhandled(call, error, 'Teardown failed after a timeout');
}

function logFailure(call: CallContext): void {
  const { sharedFailure } = call.exchange;
  // A failure of the whole batch is logged only once.
  if (sharedFailure !== undefined && sharedFailure.error === call.exception) {
    if (call.exchange.hasReportedSharedFailure) return;
    call.exchange.hasReportedSharedFailure = true;
  }
  const err = call.malformedReason ?? call.exception;
  if (call.isUnhandledException) reportUnhandled(call, err, 'Call failed');
  else call.failureLogger.warn({ err }, 'Notification failed');
}

function endExchange(call: CallContext, error: HttpError): void {
  if (!call.isNotification) call.exchange.endWith(error);
  else reportUnhandled(call, error, 'Notification ended with an HTTP error');
}
