import type { CallContext } from '../context/call-context.js';
import { inContext } from '../context/current-context.js';
import { HttpError } from '../errors/http-error.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import { type Answer, encodeAnswer, NO_ANSWER } from './answer.js';
import type { Dispatcher } from './dispatcher.js';
import { reportUnhandled } from './report.js';

/** What becomes of a call that has left its middlewares: its answer, its log, what it leaves open. */
export function concludeCall(dispatcher: Dispatcher, call: CallContext): MaybePromise<Answer> {
  const { exchange, interruption } = call;
  if (interruption !== undefined && !call.hasFailed) call.fail(interruption);
  const answer = encodeAnswer(call);
  if (call.hasOpenDependencies) {
    if (interruption !== undefined) dispatcher.running.work.track(closeWhenReleased(call));
    else if (call.hasFailed) return closeAfterFailure(call);
    else if (!call.isNotification) exchange.toClose.push(call);
  }
  return settle(call, answer);
}

/** The same, of an asynchronous call: nothing waits for it any more. */
export function endCall(dispatcher: Dispatcher, call: CallContext): MaybePromise<Answer> {
  dispatcher.running.end(call);
  return concludeCall(dispatcher, call);
}

function settle(call: CallContext, answer: Answer): Answer {
  const { exchange, exception } = call;
  if (!call.hasFailed) exchange.hasSucceeded = true;
  else exchange.firstFailure ??= { error: exception };
  if (exception instanceof HttpError) endExchange(call, exception);
  // The typed error of a notification is told to nobody else.
  else if (call.isUnhandledException || (call.hasFailed && call.isNotification)) report(call);
  return call.isNotification || exception instanceof HttpError ? NO_ANSWER : answer;
}

/** Dependencies that were still open when a middleware, or the encoding, failed the call. */
async function closeAfterFailure(call: CallContext): Promise<Answer> {
  const error = await inContext(call, ({ openDependencies, exception }) =>
    openDependencies.fail(exception),
  );
  call.fail(error);
  return settle(call, encodeAnswer(call));
}

/** Of an interrupted call: its handler may still use them, however long ago it was answered. */
async function closeWhenReleased(call: CallContext): Promise<void> {
  await call.lifetime.released;
  const error = await inContext(call, ({ openDependencies, interruption }) =>
    openDependencies.fail(interruption),
  );
  if (error !== call.interruption) {
    reportUnhandled(call, error, 'A teardown failed after a timeout');
  }
}

function report(call: CallContext): void {
  const { sharedFailure } = call.exchange;
  // What failed once for a whole batch is logged once.
  if (sharedFailure !== undefined && sharedFailure.error === call.exception) {
    if (call.exchange.hasReportedSharedFailure) return;
    call.exchange.hasReportedSharedFailure = true;
  }
  const { exception: err } = call;
  if (call.isUnhandledException) reportUnhandled(call, err, 'A JSON-RPC call failed');
  else call.logger.warn({ err }, 'A notification failed');
}

function endExchange(call: CallContext, error: HttpError): void {
  if (!call.isNotification) call.exchange.endWith(error);
  else reportUnhandled(call, error, 'A notification ended with an HTTP error');
}
