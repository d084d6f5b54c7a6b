import { createDeferred } from '../async/deferred.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { currentContext } from '../context/current-context.js';
import { InternalError, RequestCancelled, RequestTimeout } from '../errors/standard-errors.js';
import { CountingScheduler } from '../scheduling/scheduler.js';
import type { CallContext } from './call-context.js';
import { withCallHooks } from './call-hooks.js';
import { encodeErrorOutcome } from './encode-outcome.js';
import type { CallOutcome } from './message-outcome.js';
import type { SharedTransaction } from './message-scope.js';
import { type CallLimit, rejectCall, rejectOverLimit } from './reject-call.js';
import { runCall } from './run-call.js';

/** Passes a call to the scheduler, unless a limit of its entrypoint is reached. Never throws or rejects. */
export function scheduleCall(call: CallContext): MaybePromise<CallOutcome> {
  const { scope } = call;
  const { slot } = scope;
  const { scheduler } = scope.bound;
  const limit = reachedLimit(call, { hasWaited: false });
  if (limit === undefined && slot?.isIdle === true) return slot.run(() => run(call));
  // A separate branch for the usual case avoids closures, which saves 2 µs in a batch of 100 calls.
  if (limit === undefined && scheduler instanceof CountingScheduler && scheduler.hasRoom) {
    return scope.hooked === undefined ? runCall(call, scheduler) : run(call, scheduler);
  }
  const failure = scope.sharedFailure?.error;
  if (failure instanceof RequestTimeout) {
    return rejectCall(call, new RequestTimeout(), 'its dependencies were not resolved in time');
  }
  if (limit !== undefined) return rejectOverLimit(call, limit);
  if (slot === undefined) return addToScheduler(call);
  const { waiting, settings, running } = scope.bound;
  if (running.isAborted) return runWaitingCall(call);
  if (waiting >= settings.maxWaiting) return rejectOverLimit(call, 'maxWaiting');
  return slot.run(inThisFlow(() => runWaitingCall(call)));
}

/** Runs a call of an atomic batch in the slot of its batch. Never throws or rejects. */
export function scheduleInBatch(
  call: CallContext,
  batch: SharedTransaction,
): MaybePromise<CallOutcome> {
  return batch.watch(call.scope.slot === undefined ? scheduleCall(call) : runWaitingCall(call));
}

/**
 * Returns the limit because of which a call can't run even if the scheduler has room; undefined if it can. A call that has
 * waited may take the slot of an abandoned one, so at most twice `concurrency` handlers run at once.
 */
function reachedLimit(
  { scope }: CallContext,
  { hasWaited }: { readonly hasWaited: boolean },
): CallLimit | undefined {
  const { abandoned, backgroundQueue } = scope.bound;
  const { count, max } = abandoned;
  if (hasWaited ? count > max : count >= max) return 'concurrency';
  if (backgroundQueue.waiting >= backgroundQueue.maxWaiting) return 'backgroundTasks';
  return scope.responseBudget.isFull ? 'maxResponseBytes' : undefined;
}

/** @param scheduler counts the call; undefined if the call is already counted */
function run(call: CallContext, scheduler?: CountingScheduler): MaybePromise<CallOutcome> {
  return withCallHooks(call, () => runCall(call, scheduler));
}

/**
 * Adds the call to a full scheduler, or to one that the application supplies. Whatever such a
 * scheduler does, throws or returns, the call runs at most once and gets a response.
 */
function addToScheduler(call: CallContext): MaybePromise<CallOutcome> {
  const { scheduler, settings, running } = call.scope.bound;
  // A flushed scheduler, such as a paused one, may never run what is added later.
  if (running.isAborted) return runWaitingCall(call);
  let response: MaybePromise<CallOutcome>;
  let hasStarted = false;
  let runAfterWaiting: (() => Promise<CallOutcome>) | undefined;
  const task = (): MaybePromise<CallOutcome> => {
    if (hasStarted) return response;
    hasStarted = true;
    response = runAfterWaiting === undefined ? run(call) : runAfterWaiting();
    return response;
  };
  const failed = (err: unknown): MaybePromise<CallOutcome> => {
    if (!hasStarted) call.fail(err);
    hasStarted = true;
    call.scope.firstFailure ??= { error: err };
    call.failureLogger.error({ err }, 'Scheduler failed');
    return encodeErrorOutcome(call, new InternalError());
  };
  const finished = (): MaybePromise<CallOutcome> =>
    hasStarted ? response : failed(new TypeError('The scheduler never ran the task of a call'));
  try {
    if (call.scope.bound.waiting >= settings.maxWaiting) {
      return rejectOverLimit(call, 'maxWaiting');
    }
    const added: unknown = scheduler.add(task, {
      lane: call.carrier.lane ?? call.scope,
      method: call.methodRoute?.name,
    });
    if (!hasStarted) {
      warnOfNestedCall(call);
      runAfterWaiting = inThisFlow(() => runWaitingCall(call));
    }
    if (scheduler instanceof CountingScheduler) return added as MaybePromise<CallOutcome>;
    return isPromise(added) ? Promise.resolve(added).then(finished, failed) : finished();
  } catch (error) {
    return failed(error);
  }
}

/**
 * Runs a call that has waited, unless its client has disconnected or a limit has been reached
 * meanwhile.
 */
function runWaitingCall(call: CallContext): MaybePromise<CallOutcome> {
  const { scope, isNotification } = call;
  const { isAborted } = scope.bound.running;
  if (isAborted || (!isNotification && scope.isOver)) {
    return rejectCall(call, scope.unstartedError, 'the server is shutting down');
  }
  if (call.isCancelled) return rejectCall(call, new RequestCancelled(), 'it was cancelled');
  const limit = reachedLimit(call, { hasWaited: true });
  return limit === undefined ? run(call) : rejectOverLimit(call, limit);
}

/**
 * Warns about a call that waits inside another call of its entrypoint. It may wait forever, because the
 * outer call keeps its slot until the inner one has ended. Only detects calls without a socket, and
 * only if `@jsonrpc-kit/core/context` has been imported.
 */
function warnOfNestedCall(call: CallContext): void {
  const outer = currentContext();
  if (outer === undefined || outer.entrypoint !== call.entrypoint) return;
  if (outer.carrier === call.carrier) return;
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
  const started = createDeferred();
  const finished = started.promise.then(work);
  return () => {
    started.resolve();
    return finished;
  };
}
