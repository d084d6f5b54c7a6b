import { CallContext } from '../context/call-context.js';
import { inContext } from '../context/current-context.js';
import type { HttpExchange } from '../context/http-exchange.js';
import { LimitExceeded } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { runBackgroundTasks } from '../lifetime/background-tasks.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { encodeError } from '../protocol/encode-response.js';
import type { Envelope } from '../protocol/envelope.js';
import type { Dispatcher } from './dispatcher.js';
import { methodOf } from './report.js';
import { type AnswerText, NO_ANSWER, runCall } from './run-call.js';

/** Hands one call to the scheduler. A notification goes on by itself; nothing waits for it. */
export function startCall(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  item: unknown,
  envelope: Envelope,
  method: CompiledMethod | undefined,
): MaybePromise<AnswerText> {
  const call = new CallContext(exchange, item, envelope, method?.method);
  if (!call.isNotification) {
    if (exchange.shared !== undefined) exchange.answered.push(call);
    return schedule(dispatcher, call, method);
  }
  startNotification(dispatcher, call, method);
  return NO_ANSWER;
}

function schedule(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<AnswerText> {
  const { scheduler, maxPending, logger } = dispatcher;
  if (scheduler.size >= maxPending) return refuse(call);
  const run = (): MaybePromise<AnswerText> =>
    call.exchange.isOver && !call.isNotification ? NO_ANSWER : runCall(dispatcher, call, method);
  const text = scheduler.add(run, { lane: call.exchange });
  if (!isPromise(text)) return text;
  return text.catch((err: unknown) => {
    logger.error({ err, method: methodOf(call), id: call.request?.id }, 'The scheduler failed');
    call.fail(err);
    return call.isNotification ? NO_ANSWER : call.encode();
  });
}

function refuse(call: CallContext): AnswerText {
  const error = new LimitExceeded();
  call.fail(error);
  call.exchange.firstFailure ??= { error };
  if (!call.isNotification) return encodeError(call.id, error.getResponse(call.id).error);
  const details = { method: methodOf(call) };
  call.exchange.logger.warn(details, 'A notification was dropped: too many calls are waiting');
  return NO_ANSWER;
}

function startNotification(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): void {
  const { notifications } = call.exchange;
  const run = schedule(dispatcher, call, method);
  if (!isPromise(run) && !hasMoreToDo(call)) return;
  const ended = finishNotification(call, run);
  notifications.add(ended);
  dispatcher.running.work.track(ended);
  void ended.then(() => notifications.delete(ended));
}

function hasMoreToDo(call: CallContext): boolean {
  return call.hasOpenDependencies || call.taskQueue.length > 0;
}

/** It has no response, so its teardowns and tasks follow its body. */
async function finishNotification(
  call: CallContext,
  run: MaybePromise<AnswerText>,
): Promise<void> {
  await run;
  if (call.hasOpenDependencies && call.interruption === undefined) {
    await inContext(call, () => call.openDependencies.closeAfterResponse(), undefined, undefined);
  }
  await runBackgroundTasks(call.taskQueue, call.exchange.logger);
}
