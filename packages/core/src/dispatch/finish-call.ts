import type { CallContext } from '../context/call-context.js';
import { inContext } from '../context/current-context.js';
import { HttpError } from '../errors/http-error.js';
import { InternalError } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { encodeError } from '../protocol/encode-response.js';
import { type Answer, encodeAnswer, NO_ANSWER } from './answer.js';
import type { Dispatcher } from './dispatcher.js';
import { reportUnhandled } from './report.js';

/**
 * Finishes a call that has left its middlewares: checks and encodes its response, closes what has to
 * be closed before the response, and logs a failure. Never throws or rejects.
 */
export function finishCall(dispatcher: Dispatcher, call: CallContext): MaybePromise<Answer> {
  try {
    const answer = finish(dispatcher, call);
    return isPromise(answer)
      ? answer.catch((error: unknown) => lastGuard(dispatcher, call, error))
      : answer;
  } catch (error) {
    return lastGuard(dispatcher, call, error);
  }
}

function finish(dispatcher: Dispatcher, call: CallContext): MaybePromise<Answer> {
  const { exchange, interruption } = call;
  if (interruption !== undefined && !call.hasFailed) call.fail(interruption);
  const answer = encodeAnswer(dispatcher, call);
  if (call.hasOpenDependencies) {
    if (interruption !== undefined) dispatcher.running.work.track(closeWhenReleased(call));
    else if (call.hasFailed) return closeAfterFailure(dispatcher, call);
    else if (call.openDependencies.hasBeforeResponse) {
      return closeBeforeResponse(dispatcher, call, answer);
    } else if (!call.isNotification) exchange.toClose.push(call);
  }
  return settle(call, answer);
}

/** What still escapes here is an error of the framework, or of a value that is hostile on purpose. */
function lastGuard(dispatcher: Dispatcher, call: CallContext, err: unknown): Answer {
  call.failureLogger.error({ err }, 'Call failed while its response was built');
  call.exchange.firstFailure ??= { error: err };
  if (call.hasOpenDependencies) {
    const closed = inContext(call, ({ openDependencies }) => openDependencies.fail(err));
    dispatcher.running.work.track(closed);
  }
  if (call.isNotification) return NO_ANSWER;
  return encodeError(call.id, { code: InternalError.code, message: InternalError.message });
}

function settle(call: CallContext, answer: Answer): Answer {
  const { exchange, exception } = call;
  if (!call.hasFailed) exchange.hasSucceeded = true;
  else exchange.firstFailure ??= { error: exception };
  if (exception instanceof HttpError) endExchange(call, exception);
  // Nobody else learns of the typed error of a notification.
  else if (call.isUnhandledException || (call.hasFailed && call.isNotification)) report(call);
  return call.isNotification || exception instanceof HttpError ? NO_ANSWER : answer;
}

/**
 * Runs the teardowns that come before the response, such as a commit, once the response is known to
 * be sendable. One that fails replaces the response.
 */
async function closeBeforeResponse(
  dispatcher: Dispatcher,
  call: CallContext,
  answer: Answer,
): Promise<Answer> {
  try {
    await inContext(call, ({ openDependencies }) => openDependencies.closeBeforeResponse());
  } catch (error) {
    call.fail(error);
    return settle(call, encodeAnswer(dispatcher, call));
  }
  if (call.hasOpenDependencies) {
    if (call.interruption !== undefined) dispatcher.running.work.track(closeWhenReleased(call));
    else if (!call.isNotification) call.exchange.toClose.push(call);
  }
  return settle(call, answer);
}

/** Closes the dependencies that were still open when a middleware, or the encoding, failed the call. */
async function closeAfterFailure(dispatcher: Dispatcher, call: CallContext): Promise<Answer> {
  const { error } = await inContext(call, ({ openDependencies, exception }) =>
    openDependencies.fail(exception),
  );
  call.fail(error);
  return settle(call, encodeAnswer(dispatcher, call));
}

/** Of an interrupted call: its handler may still use them, however long ago it was answered. */
async function closeWhenReleased(call: CallContext): Promise<void> {
  await call.lifetime.released;
  const { error } = await inContext(call, ({ openDependencies, interruption }) =>
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
  const err = call.malformed ?? call.exception;
  if (call.isUnhandledException) reportUnhandled(call, err, 'A JSON-RPC call failed');
  else call.failureLogger.warn({ err }, 'A notification failed');
}

function endExchange(call: CallContext, error: HttpError): void {
  if (!call.isNotification) call.exchange.endWith(error);
  else reportUnhandled(call, error, 'A notification ended with an HTTP error');
}
