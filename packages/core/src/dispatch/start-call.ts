import type { CallContext } from '../context/call-context.js';
import { inContextLater, instrumentedCall } from '../context/call-flow.js';
import { currentContext } from '../context/current-context.js';
import type { BaseError } from '../errors/base-error.js';
import { InternalError, InvalidRequest, LimitExceeded } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { Dispatcher } from './dispatcher.js';
import { type Answer, encodeFailure, NO_ANSWER } from './answer.js';
import { runCall } from './run-call.js';
import { CallScheduler } from './scheduler.js';

/** Hands one call to the scheduler. A notification goes on by itself; nothing waits for it. */
export function startCall(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<Answer> {
  if (!call.isNotification) return schedule(dispatcher, call, method);
  startNotification(dispatcher, call, method);
  return NO_ANSWER;
}

function schedule(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<Answer> {
  const limit = reachedLimit(dispatcher, call, { hasWaited: false });
  if (limit !== undefined) return instrumentedCall(call, () => refuse(call, limit));
  const { scheduler } = dispatcher;
  // The usual case without the closures that the others need: 2 µs of a batch of a hundred.
  if (scheduler instanceof CallScheduler && scheduler.hasRoom) {
    return begin(dispatcher, call, method, scheduler);
  }
  return handOver(dispatcher, call, method);
}

/**
 * Why a call can't run even if the scheduler has room; undefined where it can. A call that has waited
 * still gets the place of an abandoned one, so at most twice `concurrency` handlers run at once.
 */
function reachedLimit(
  { abandoned, maxAbandoned, backgroundQueue }: Dispatcher,
  { exchange }: CallContext,
  { hasWaited }: { readonly hasWaited: boolean },
): string | undefined {
  const hasRoom = hasWaited ? abandoned <= maxAbandoned : abandoned < maxAbandoned;
  if (!hasRoom) return 'too many handlers run past their time limit';
  if (backgroundQueue.isFull) return 'too many background tasks are waiting';
  return exchange.isFull ? 'the responses of its batch exceed maxResponseBytes' : undefined;
}

/** `room` is where the call holds a place while it lasts; without one it has its place already. */
function begin(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
  room?: CallScheduler,
): MaybePromise<Answer> {
  return call.exchange.instrumentedRequest === undefined
    ? runCall(dispatcher, call, method, room)
    : instrumentedCall(call, () => runCall(dispatcher, call, method, room));
}

/**
 * Hands the call to a scheduler that lets it wait, or isn't ours. Whatever an application's scheduler
 * does, throws or returns, the call runs at most once and gets a response.
 */
function handOver(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<Answer> {
  const { scheduler } = dispatcher;
  let outcome: MaybePromise<Answer>;
  let hasBegun = false;
  let onTurn: (() => Promise<Answer>) | undefined;
  const run = (): MaybePromise<Answer> => {
    if (hasBegun) return outcome;
    hasBegun = true;
    outcome = onTurn === undefined ? begin(dispatcher, call, method) : onTurn();
    return outcome;
  };
  const finished = (): MaybePromise<Answer> =>
    hasBegun ? outcome : failed(new TypeError('The scheduler never ran the task of a call'));
  const failed = (err: unknown): MaybePromise<Answer> => {
    if (!hasBegun) call.fail(err);
    hasBegun = true;
    call.exchange.firstFailure ??= { error: err };
    call.failureLogger.error({ err }, 'The scheduler failed');
    return encodeFailure(call, new InternalError());
  };
  try {
    if (scheduler.size >= dispatcher.maxPending) {
      return instrumentedCall(call, () => refuse(call, 'too many calls are waiting'));
    }
    const added: unknown = scheduler.add(run, { lane: call.exchange });
    if (!hasBegun) {
      warnOfNestedCall(call);
      onTurn = inThisFlow(() => {
        if (isInVain(dispatcher, call)) return instrumentedCall(call, drop);
        const limitOnTurn = reachedLimit(dispatcher, call, { hasWaited: true });
        return limitOnTurn === undefined
          ? begin(dispatcher, call, method)
          : instrumentedCall(call, () => refuse(call, limitOnTurn));
      });
    }
    if (scheduler instanceof CallScheduler) return added as MaybePromise<Answer>;
    return isPromise(added) ? Promise.resolve(added).then(finished, failed) : finished();
  } catch (error) {
    return failed(error);
  }
}

/**
 * A call that waits inside of another call of its entrypoint may wait for it forever: the outer one
 * holds a place until the inner one ends. Seen only where `@jsonrpc-kit/core/context` is imported and
 * the call was not sent over a socket.
 */
function warnOfNestedCall(call: CallContext): void {
  const outer = currentContext();
  if (outer === undefined || outer.entrypoint !== call.entrypoint) return;
  if (outer.httpRequest === call.httpRequest) return;
  call.failureLogger.warn(
    { outerMethod: outer.methodRoute?.name },
    'A nested call waits for a place that the outer call may hold; raise concurrency, or call the handler directly',
  );
}

/**
 * A call that has to wait is begun by the one that makes room for it. What the application keeps in
 * an `AsyncLocalStorage`, as its user, must still be this request's: a promise's callback runs in the
 * asynchronous flow in which it was given, whoever fulfils the promise.
 */
function inThisFlow<T>(run: () => MaybePromise<T>): () => Promise<T> {
  let release = (): void => undefined;
  const hasRun = new Promise<void>((resolve) => {
    release = resolve;
  }).then(run);
  return () => {
    release();
    return hasRun;
  };
}

/** Whether a call that had to wait has no client any more, or the shutdown is forced. */
function isInVain({ running }: Dispatcher, { exchange, isNotification }: CallContext): boolean {
  return running.isAborted || (!isNotification && exchange.isOver);
}

function drop(call: CallContext): Answer {
  if (call.isNotification) dropNotification(call, 'the server is shutting down');
  return refuseWith(call, new InternalError());
}

function refuse(call: CallContext, why: string): Answer {
  if (call.isNotification) dropNotification(call, why);
  return refuseWith(call, new LimitExceeded());
}

/** The method is declared with `notification: false`. */
function rejectNotification(call: CallContext): Answer {
  dropNotification(call, 'its method does not run as one');
  const msg = 'This method does not run as a notification: send an id';
  return refuseWith(
    call,
    new InvalidRequest({ errors: [{ loc: ['id'], msg, type: 'no_notification' }] }),
  );
}

/** Rejects a call that its caller has no points for. */
export function rejectOverRateLimit(call: CallContext): MaybePromise<Answer> {
  return instrumentedCall(call, () => {
    if (call.isNotification) dropNotification(call, 'its caller is over the rate limit');
    const { rateLimit } = call.exchange;
    return refuseWith(call, new LimitExceeded({ retryAfterMs: rateLimit?.retryAfterMs }));
  });
}

function refuseWith(call: CallContext, error: BaseError): Answer {
  call.fail(error);
  call.exchange.firstFailure ??= { error };
  return encodeFailure(call, error);
}

/** Nobody can be told, so the log must. */
function dropNotification(call: CallContext, why: string): void {
  call.failureLogger.warn({}, `A notification was dropped: ${why}`);
}

function startNotification(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): void {
  if (method?.method.notification === false) {
    void instrumentedCall(call, rejectNotification);
    return;
  }
  const { notifications, pending } = call.exchange;
  const run = schedule(dispatcher, call, method);
  if (!isPromise(run) && !hasMoreToDo(call)) return;
  const ended = finishNotification(call, run).catch((err: unknown) => {
    call.failureLogger.error({ err }, 'A notification could not be finished');
  });
  notifications.add(ended);
  pending.add(ended);
  dispatcher.running.work.track(ended);
  void ended.then(() => {
    notifications.delete(ended);
    pending.delete(ended);
  });
}

function hasMoreToDo(call: CallContext): boolean {
  return call.hasOpenDependencies || call.hasTasks;
}

/** It has no response, so its teardowns and tasks follow its body. */
async function finishNotification(call: CallContext, run: MaybePromise<Answer>): Promise<void> {
  await run;
  if (call.hasOpenDependencies && call.interruption === undefined) {
    await inContextLater(call, ({ openDependencies }) => openDependencies.closeAfterResponse());
  }
  if (call.hasTasks) await call.tasks.run();
}
