import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { currentContext } from '../context/current-context.js';
import type { BaseError } from '../errors/base-error.js';
import { InternalError, InvalidRequest, LimitExceeded } from '../errors/standard-errors.js';
import { CountingScheduler } from '../scheduling/scheduler.js';
import type { CallContext } from './call-context.js';
import { withCallHooks } from './call-hooks.js';
import { type CallResponse, encodeErrorResponse, NO_RESPONSE } from './call-response.js';
import { awaitStored, finishInBackground, reportNotStored } from './notifications.js';
import { runCall } from './run-call.js';

/**
 * Passes a call to the scheduler. The HTTP response doesn't wait for a notification. Never throws or
 * rejects.
 */
export function startCall(call: CallContext): MaybePromise<CallResponse> {
  if (!call.isNotification) return schedule(call);
  if (call.isDurable) return awaitStored(call, schedule(call));
  if (call.method?.method.notification === false) void withCallHooks(call, rejectNotification);
  else finishInBackground(call, schedule(call));
  return NO_RESPONSE;
}

/** Rejects a call that exceeds the rate limit. */
export function rejectOverRateLimit(call: CallContext): MaybePromise<CallResponse> {
  return withCallHooks(call, () => {
    if (call.isNotification) logDropped(call, 'its caller is over the rate limit');
    const { rateLimit } = call.exchange;
    const error = new LimitExceeded({ retryAfterMs: rateLimit?.retryAfterMs });
    const response = respondWithError(call, error);
    if (call.isDurable) reportNotStored(call);
    return response;
  });
}

function schedule(call: CallContext): MaybePromise<CallResponse> {
  const limit = reachedLimit(call, { hasWaited: false });
  if (limit !== undefined) return withCallHooks(call, () => rejectOverLimit(call, limit));
  const { scheduler } = call.exchange.endpoint;
  // A separate branch for the usual case avoids closures, which saves 2 µs in a batch of 100 calls.
  return scheduler instanceof CountingScheduler && scheduler.hasRoom
    ? run(call, scheduler)
    : addToScheduler(call);
}

/**
 * Returns why a call can't run even if the scheduler has room; undefined if it can. A call that has
 * waited may take the slot of an abandoned one, so at most twice `concurrency` handlers run at once.
 */
function reachedLimit(
  { exchange }: CallContext,
  { hasWaited }: { readonly hasWaited: boolean },
): string | undefined {
  const { abandoned, maxAbandoned, backgroundQueue } = exchange.endpoint;
  const hasRoom = hasWaited ? abandoned <= maxAbandoned : abandoned < maxAbandoned;
  if (!hasRoom) return 'too many handlers run past their time limit';
  if (backgroundQueue.isFull) return 'too many background tasks are waiting';
  return exchange.isFull ? 'the responses of its batch exceed maxResponseBytes' : undefined;
}

/** @param scheduler counts the call; undefined if the call is already counted */
function run(call: CallContext, scheduler?: CountingScheduler): MaybePromise<CallResponse> {
  return call.exchange.instrumentedRequest === undefined
    ? runCall(call, scheduler)
    : withCallHooks(call, () => runCall(call, scheduler));
}

/**
 * Adds the call to a full scheduler, or to one that the application supplies. Whatever such a
 * scheduler does, throws or returns, the call runs at most once and gets a response.
 */
function addToScheduler(call: CallContext): MaybePromise<CallResponse> {
  const { scheduler, maxPending, running } = call.exchange.endpoint;
  // A flushed scheduler, such as a paused one, may never run what is added later.
  if (running.isAborted) return runWaitingCall(call);
  let response: MaybePromise<CallResponse>;
  let hasStarted = false;
  let runAfterWaiting: (() => Promise<CallResponse>) | undefined;
  const task = (): MaybePromise<CallResponse> => {
    if (hasStarted) return response;
    hasStarted = true;
    response = runAfterWaiting === undefined ? run(call) : runAfterWaiting();
    return response;
  };
  const failed = (err: unknown): MaybePromise<CallResponse> => {
    if (!hasStarted) call.fail(err);
    hasStarted = true;
    call.exchange.firstFailure ??= { error: err };
    call.failureLogger.error({ err }, 'Scheduler failed');
    return encodeErrorResponse(call, new InternalError());
  };
  const finished = (): MaybePromise<CallResponse> =>
    hasStarted ? response : failed(new TypeError('The scheduler never ran the task of a call'));
  try {
    if (scheduler.size >= maxPending) {
      return withCallHooks(call, () => rejectOverLimit(call, 'too many calls are waiting'));
    }
    const added: unknown = scheduler.add(task, {
      lane: call.exchange,
      method: call.methodRoute?.name,
    });
    if (!hasStarted) {
      warnOfNestedCall(call);
      runAfterWaiting = inThisFlow(() => runWaitingCall(call));
    }
    if (scheduler instanceof CountingScheduler) return added as MaybePromise<CallResponse>;
    return isPromise(added) ? Promise.resolve(added).then(finished, failed) : finished();
  } catch (error) {
    return failed(error);
  }
}

/**
 * Runs a call that has waited, unless its client has disconnected or a limit has been reached
 * meanwhile.
 */
function runWaitingCall(call: CallContext): MaybePromise<CallResponse> {
  const { exchange, isNotification } = call;
  const { isAborted } = exchange.endpoint.running;
  if (isAborted || (!isNotification && exchange.isOver)) {
    return withCallHooks(call, () => {
      if (isNotification) logDropped(call, 'the server is shutting down');
      return respondWithError(call, new InternalError());
    });
  }
  const limit = reachedLimit(call, { hasWaited: true });
  return limit === undefined ? run(call) : withCallHooks(call, () => rejectOverLimit(call, limit));
}

/**
 * Warns about a call that waits inside another call of its entrypoint. It may wait forever, because the
 * outer call keeps its slot until the inner one has ended. Only detects calls without a socket, and
 * only if `@jsonrpc-kit/core/context` has been imported.
 */
function warnOfNestedCall(call: CallContext): void {
  const outer = currentContext();
  if (outer === undefined || outer.entrypoint !== call.entrypoint) return;
  if (outer.httpRequest === call.httpRequest) return;
  call.failureLogger.warn(
    { outerMethod: outer.methodRoute?.name },
    'A nested call waits for a scheduler slot that the outer call may hold; raise concurrency, or call the handler directly',
  );
}

/**
 * Returns a function that runs the work in the current asynchronous flow, no matter where it is called.
 * A waiting call is started by the call that frees a slot, but must not see its `AsyncLocalStorage`,
 * which may contain another user.
 */
function inThisFlow<T>(work: () => MaybePromise<T>): () => Promise<T> {
  let release = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    release = resolve;
  }).then(work);
  return () => {
    release();
    return finished;
  };
}

function rejectOverLimit(call: CallContext, reason: string): CallResponse {
  if (call.isNotification) logDropped(call, reason);
  return respondWithError(call, new LimitExceeded());
}

/** Rejects a notification of a method with `notification: false`. */
function rejectNotification(call: CallContext): CallResponse {
  logDropped(call, 'its method does not accept notifications');
  const msg = 'This method does not accept notifications. Send an id.';
  const problem = { loc: ['id'], msg, type: 'no_notification' };
  return respondWithError(call, new InvalidRequest({ errors: [problem] }));
}

function respondWithError(call: CallContext, error: BaseError): CallResponse {
  call.fail(error);
  call.exchange.firstFailure ??= { error };
  return encodeErrorResponse(call, error);
}

/** Logs a dropped notification, because no response reports it. */
function logDropped(call: CallContext, reason: string): void {
  call.failureLogger.warn({}, `Notification dropped: ${reason}`);
}
