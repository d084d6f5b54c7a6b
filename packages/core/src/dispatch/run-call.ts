import type { CallContext } from '../context/call-context.js';
import { inContext } from '../context/current-context.js';
import { InvalidRequest, MethodNotFound } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise, whenDone } from '../flow/maybe-promise.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { limitProblems } from '../protocol/problem.js';
import type { AnswerText } from './answer-text.js';
import { concludeCall } from './conclude-call.js';
import type { Dispatcher } from './dispatcher.js';
import { executeMethod } from './execute-method.js';
import { answerInTime, untilInterrupted } from './time-limit.js';

/** Runs one call, from the opening of its context to its encoded answer. Never throws or rejects. */
export function runCall(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
): MaybePromise<AnswerText> {
  const { running } = dispatcher;
  const timeout = (method ?? dispatcher).timeout;
  const startedAt = timeout === undefined ? 0 : performance.now();
  const done = inContext(call, throughMiddlewares, dispatcher, method);
  if (!isPromise(done)) return concludeCall(dispatcher, call);
  running.begin(call);
  const conclude = (): MaybePromise<AnswerText> => {
    running.end(call);
    return concludeCall(dispatcher, call);
  };
  if (timeout === undefined) return done.then(conclude);
  const left = timeout - (performance.now() - startedAt);
  return answerInTime(call, done, Math.max(left, 0), conclude);
}

/** Leaves the outcome on the call; never throws or rejects. */
function throughMiddlewares(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): MaybePromise<void> {
  // Without a method, and where the batch has failed as a whole, only the entrypoint's middlewares
  // stand around what is thrown.
  const reached = call.exchange.sharedFailure === undefined ? method : undefined;
  const { around } = reached ?? dispatcher;
  if (around === undefined) return reach(call, dispatcher, reached);
  const core = (): MaybePromise<void> =>
    whenDone(reach(call, dispatcher, reached), () => {
      if (call.hasFailed) throw call.exception;
    });
  return around(call, core).catch((error: unknown) => call.fail(error));
}

/** The method, or why the call reaches none. Leaves the outcome on the call. */
function reach(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): MaybePromise<void> {
  if (method === undefined) return call.fail(refusal(call));
  try {
    const result = executeMethod(dispatcher, call, method);
    if (!isPromise(result)) return call.succeed(result);
    const awaited =
      method.timeout === undefined ? result : untilInterrupted(dispatcher.running, call, result);
    return awaited.then(
      (value) => call.succeed(value),
      (error: unknown) => call.fail(error),
    );
  } catch (error) {
    call.fail(error);
  }
}

/** Why a call reaches no method. */
function refusal({ exchange: { sharedFailure }, envelope }: CallContext): unknown {
  if (sharedFailure !== undefined) return sharedFailure.error;
  if (envelope.kind !== 'invalid') return new MethodNotFound();
  if (envelope.failure !== undefined) return envelope.failure.error;
  return new InvalidRequest({ errors: limitProblems(envelope.problems) });
}
