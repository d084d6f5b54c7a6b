import { BaseError } from '../errors/base-error.js';
import { HttpError } from '../errors/http-error.js';
import { InvalidRequest, MethodNotFound, RequestTimeout } from '../errors/standard-errors.js';
import type { CallContext } from '../context/call-context.js';
import { inContext } from '../context/current-context.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { encodeError } from '../protocol/encode-response.js';
import type { Dispatcher } from './dispatcher.js';
import { executeMethod } from './execute-method.js';
import { reportUnhandled } from './report.js';

/** The text of a call's answer; a notification, and a call whose exchange is ended, has none. */
export type AnswerText = string;
export const NO_ANSWER: AnswerText = '';

/** Runs one call, from the opening of its context to its encoded answer. Never throws or rejects. */
export function runCall(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<AnswerText> {
  const timeout = (method ?? dispatcher).timeout;
  const startedAt = timeout === undefined ? 0 : performance.now();
  const done = inContext(call, perform, dispatcher, method);
  if (!isPromise(done)) return conclude(dispatcher, call);
  dispatcher.running.add(call, done);
  if (timeout === undefined) return done.then(() => conclude(dispatcher, call));
  const left = timeout - (performance.now() - startedAt);
  return answerInTime(dispatcher, call, done, Math.max(left, 0));
}

/** Leaves the outcome on the call. The only place that catches what a call throws. */
function perform(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): MaybePromise<void> {
  try {
    const done = enter(call, dispatcher, method);
    if (isPromise(done)) return done.catch((error: unknown) => call.fail(error));
  } catch (error) {
    call.fail(error);
  }
}

function enter(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): MaybePromise<void> {
  const { sharedFailure } = call.exchange;
  // Without a method, and where the batch has failed as a whole, only the entrypoint's middlewares
  // stand around what is thrown.
  if (method === undefined || sharedFailure !== undefined) {
    const core = (): never => {
      const error = sharedFailure === undefined ? refusal(call) : sharedFailure.error;
      call.fail(error);
      throw error;
    };
    return dispatcher.around === undefined ? core() : dispatcher.around(call, core);
  }
  const core = (): MaybePromise<void> => callMethod(call, dispatcher, method);
  return method.around === undefined ? core() : method.around(call, core);
}

/** Why a call reaches no method. */
function refusal({ envelope }: CallContext): unknown {
  if (envelope.kind !== 'invalid') return new MethodNotFound();
  if (envelope.failure !== undefined) return envelope.failure.error;
  return new InvalidRequest({ errors: envelope.problems });
}

function callMethod(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod,
): MaybePromise<void> {
  const failed = (error: unknown): never => {
    call.fail(error);
    throw error;
  };
  try {
    const result = executeMethod(dispatcher, call, method);
    if (!isPromise(result)) return call.succeed(result);
    const awaited =
      method.timeout === undefined ? result : untilInterrupted(dispatcher, call, result);
    return awaited.then((value) => call.succeed(value), failed);
  } catch (error) {
    return failed(error);
  }
}

/** The handler's outcome, or the interruption; what the handler does later is logged where it fails. */
function untilInterrupted(
  dispatcher: Dispatcher,
  call: CallContext,
  outcome: Promise<unknown>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    call.onInterruption((reason) => {
      call.released = outcome.catch((error: unknown) => {
        if (error !== reason) reportUnhandled(call, error, 'A teardown failed after a timeout');
      });
      dispatcher.running.add(call, call.released);
      stayOpenFor(call, call.released);
      reject(reason);
    });
    outcome.then(resolve, reject);
  });
}

/** What the HTTP request's calls share stays open while the handler may still use it. */
function stayOpenFor({ exchange: { pending } }: CallContext, released: Promise<unknown>): void {
  pending.add(released);
  void released.then(() => pending.delete(released));
}

/** The answer, or RequestTimeout as soon as the time is over, whatever the call still does. */
function answerInTime(
  dispatcher: Dispatcher,
  call: CallContext,
  done: Promise<void>,
  milliseconds: number,
): Promise<AnswerText> {
  return new Promise((resolve) => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      const timeout = new RequestTimeout();
      call.interrupt(timeout);
      // The middlewares see the timeout first; one that takes its time does not hold it back.
      grace = setTimeout(() => resolve(textOf(call, timeout)), 0);
    }, milliseconds);
    void done.then(() => {
      clearTimeout(timer);
      clearTimeout(grace);
      resolve(conclude(dispatcher, call));
    });
  });
}

function textOf(call: CallContext, error: BaseError): AnswerText {
  return call.isNotification ? NO_ANSWER : encodeError(call.id, error.getResponse(call.id).error);
}

/** What becomes of a call that has left its middlewares. */
function conclude(dispatcher: Dispatcher, call: CallContext): MaybePromise<AnswerText> {
  const { exchange, interruption } = call;
  if (interruption !== undefined && !call.hasFailed) call.fail(interruption);
  const text = encode(call);
  if (call.hasOpenDependencies) {
    if (interruption !== undefined) dispatcher.running.work.track(closeWhenReleased(call));
    else if (call.hasFailed) return closeAfterFailure(call);
    else if (!call.isNotification) exchange.toClose.push(call);
  }
  return finish(call, text);
}

function finish(call: CallContext, text: AnswerText): AnswerText {
  const { exchange, exception } = call;
  if (!call.hasFailed) exchange.hasSucceeded = true;
  else exchange.firstFailure ??= { error: exception };
  if (call.isUnhandledException) report(call);
  if (exception instanceof HttpError) endExchange(call, exception);
  return call.isNotification || exception instanceof HttpError ? NO_ANSWER : text;
}

/** The call's text; a failure of the encoding becomes the call's own. */
function encode(call: CallContext): AnswerText {
  if (call.isNotification) return NO_ANSWER;
  try {
    return call.encode();
  } catch (error) {
    if (call.exception instanceof BaseError) {
      reportUnhandled(call, error, 'The data of an error can not be encoded and was left out');
      const { code, message } = call.exception;
      return encodeError(call.id, { code, message });
    }
    call.fail(error);
    return call.encode();
  }
}

/** Dependencies that were still open when a middleware, or the encoding, failed the call. */
async function closeAfterFailure(call: CallContext): Promise<AnswerText> {
  const error = await inContext(call, ({ openDependencies, exception }) =>
    openDependencies.fail(exception),
  );
  call.fail(error);
  return finish(call, encode(call));
}

/** Of an interrupted call: its handler may still use them, however long ago it was answered. */
async function closeWhenReleased(call: CallContext): Promise<void> {
  await call.released;
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
  reportUnhandled(call, call.exception, 'A JSON-RPC call failed');
}

function endExchange(call: CallContext, error: HttpError): void {
  if (!call.isNotification) call.exchange.endWith(error);
  else reportUnhandled(call, error, 'A notification ended with an HTTP error');
}
