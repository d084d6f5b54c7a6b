import { CallContext } from '../context/call-context.js';
import { inContextLater, instrumentedCall } from '../context/call-flow.js';
import type { HttpExchange } from '../context/http-exchange.js';
import type { BaseError } from '../errors/base-error.js';
import { InternalError, LimitExceeded } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { runBackgroundTasks } from '../lifetime/background-tasks.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { Envelope } from '../protocol/envelope.js';
import type { Dispatcher } from './dispatcher.js';
import { type Answer, encodeFailure, isThere, NO_ANSWER } from './answer.js';
import { runCall } from './run-call.js';
import { CallScheduler } from './scheduler.js';

/** Hands one call to the scheduler. A notification goes on by itself; nothing waits for it. */
export function startCall(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  item: unknown,
  index: number,
  envelope: Envelope,
  method: CompiledMethod | undefined,
): MaybePromise<Answer> {
  const call = new CallContext(exchange, item, envelope, method?.method);
  if (!call.isNotification) {
    if (exchange.shared !== undefined) exchange.answered[index] = call;
    return schedule(dispatcher, call, method);
  }
  startNotification(dispatcher, call, method);
  return NO_ANSWER;
}

function schedule(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<Answer> {
  const { scheduler, maxPending } = dispatcher;
  // The usual case without the closures that the others need: 2 µs of a batch of a hundred.
  if (scheduler instanceof CallScheduler && scheduler.hasRoom) {
    return begin(dispatcher, call, method, scheduler);
  }
  return scheduler.size >= maxPending
    ? instrumentedCall(call, refuse)
    : handOver(dispatcher, call, method);
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
    : beginInstrumented(dispatcher, call, method, room);
}

function beginInstrumented(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
  room: CallScheduler | undefined,
): MaybePromise<Answer> {
  return instrumentedCall(call, () => runCall(dispatcher, call, method, room));
}

/** To a scheduler that lets the call wait, or is not ours. */
function handOver(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<Answer> {
  const { scheduler } = dispatcher;
  let hasBegun = false;
  let whenItsTurn: (() => Promise<Answer>) | undefined;
  const run = (): MaybePromise<Answer> => {
    hasBegun = true;
    return whenItsTurn === undefined ? begin(dispatcher, call, method) : whenItsTurn();
  };
  const failed = (err: unknown): Answer => {
    call.fail(err);
    call.logger.error({ err }, 'The scheduler failed');
    return call.isNotification ? NO_ANSWER : call.encode();
  };
  try {
    // A promise of a promise is one promise.
    const answer = scheduler.add(run, { lane: call.exchange }) as MaybePromise<Answer>;
    if (!hasBegun) {
      whenItsTurn = inThisFlow(() =>
        isInVain(dispatcher, call) ? instrumentedCall(call, drop) : begin(dispatcher, call, method),
      );
    }
    // Our own scheduler fails only with its task, and a call never does.
    if (scheduler instanceof CallScheduler) return answer;
    const given = (there: Answer): Answer =>
      isMissing(there, call) ? failed(new TypeError('add() must give what its task gives')) : there;
    return isThere(answer) ? given(answer) : answer.then(given, failed);
  } catch (err) {
    return failed(err);
  }
}

/** Whether a scheduler that is not ours has kept a request's answer to itself. */
function isMissing(answer: Answer, { isNotification, exchange }: CallContext): boolean {
  return answer === NO_ANSWER && !isNotification && exchange.httpError === undefined;
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

/** Whether a call that had to wait would now run for nobody, or into a forced shutdown. */
function isInVain({ running }: Dispatcher, { exchange, isNotification }: CallContext): boolean {
  return running.isAborted || (!isNotification && exchange.isOver);
}

function drop(call: CallContext): Answer {
  if (call.isNotification) dropNotification(call, 'the server is shutting down');
  return refuseWith(call, new InternalError());
}

function refuse(call: CallContext): Answer {
  if (call.isNotification) dropNotification(call, 'too many calls are waiting');
  return refuseWith(call, new LimitExceeded());
}

function refuseWith(call: CallContext, error: BaseError): Answer {
  call.fail(error);
  call.exchange.firstFailure ??= { error };
  return encodeFailure(call, error);
}

/** Nobody can be told, so the log must. */
function dropNotification(call: CallContext, why: string): void {
  call.logger.warn({}, `A notification was dropped: ${why}`);
}

function startNotification(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): void {
  const { notifications, pending } = call.exchange;
  const run = schedule(dispatcher, call, method);
  if (!isPromise(run) && !hasMoreToDo(call)) return;
  const ended = finishNotification(call, run);
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
  await runBackgroundTasks(call.taskQueue);
}
