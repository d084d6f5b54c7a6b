import type { CallContext } from '../context/call-context.js';
import { inContext } from '../context/current-context.js';
import { InvalidRequest, MethodNotFound } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
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
  const timeout = (method ?? dispatcher).timeout;
  const startedAt = timeout === undefined ? 0 : performance.now();
  const done = inContext(call, perform, dispatcher, method);
  if (!isPromise(done)) return concludeCall(dispatcher, call);
  dispatcher.running.add(call, done);
  if (timeout === undefined) return done.then(() => concludeCall(dispatcher, call));
  const left = timeout - (performance.now() - startedAt);
  return answerInTime(call, done, Math.max(left, 0), () => concludeCall(dispatcher, call));
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
  return new InvalidRequest({ errors: limitProblems(envelope.problems) });
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
      method.timeout === undefined ? result : untilInterrupted(dispatcher.running, call, result);
    return awaited.then((value) => call.succeed(value), failed);
  } catch (error) {
    return failed(error);
  }
}
