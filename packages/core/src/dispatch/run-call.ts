import type { CallContext } from '../context/call-context.js';
import { inContext } from '../context/current-context.js';
import { InvalidRequest, MethodNotFound } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { JsonRpcMiddleware } from '../middleware/json-rpc-middleware.js';
import { Passage } from '../middleware/passage.js';
import { type Answer, isThere } from './answer.js';
import type { Dispatcher } from './dispatcher.js';
import { executeMethod } from './execute-method.js';
import { finishCall } from './finish-call.js';
import type { CallScheduler } from './scheduler.js';
import { PendingCall, untilInterrupted } from './time-limit.js';

/**
 * Runs one call, from the opening of its context to its encoded response. Never throws or rejects.
 *
 * @param room where it holds a place while it is asynchronous; without one it has its place already
 */
export function runCall(
  dispatcher: Dispatcher,
  call: CallContext,
  method: CompiledMethod | undefined,
  room: CallScheduler | undefined,
): MaybePromise<Answer> {
  const done = inContext(call, throughMiddlewares, dispatcher, method);
  const timeout = method?.timeout ?? dispatcher.timeout;
  if (isPromise(done)) {
    const pending = new PendingCall(dispatcher, call, { timeout, room });
    done.then(pending.finish, pending.finish);
    return pending.response;
  }
  const answer = finishCall(dispatcher, call);
  if (isThere(answer)) return answer;
  // A teardown before the response, such as a commit, is asynchronous.
  const pending = new PendingCall(dispatcher, call, { timeout, room });
  void answer.then((ready) => pending.end(ready));
  return pending.response;
}

/** Leaves the outcome on the call. Never throws; it may reject with a failure that stands there. */
function throughMiddlewares(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): MaybePromise<void> {
  // Without a method, and where the batch has failed as a whole, only the entrypoint's middlewares
  // stand around what is thrown.
  const reached = call.exchange.sharedFailure === undefined ? method : undefined;
  const { middlewares } = reached ?? dispatcher;
  return middlewares.length === 0
    ? reach(call, dispatcher, reached)
    : reachInside(middlewares, call, dispatcher, reached);
}

/** Apart: a function with a closure makes room for what that captures whenever it is entered. */
function reachInside(
  middlewares: readonly JsonRpcMiddleware[],
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): Promise<void> {
  const core = (): MaybePromise<unknown> => {
    const result = runMethod(call, dispatcher, method);
    // The middlewares are left as soon as the call is interrupted, whatever the handler still does.
    return isPromise(result) ? untilInterrupted(dispatcher.running, call, result) : result;
  };
  return new Passage(middlewares, call, core).run();
}

function reach(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): MaybePromise<void> {
  try {
    const result = runMethod(call, dispatcher, method);
    return isPromise(result) ? settleLater(call, result) : call.succeed(result);
  } catch (error) {
    call.fail(error);
  }
}

/** What the method gives. @throws why the call reaches none, or what the method throws */
function runMethod(
  call: CallContext,
  dispatcher: Dispatcher,
  method: CompiledMethod | undefined,
): MaybePromise<unknown> {
  if (method === undefined) throw refusal(call);
  return executeMethod(dispatcher, call, method);
}

function settleLater(call: CallContext, result: Promise<unknown>): Promise<void> {
  return result.then(
    (value) => call.succeed(value),
    (error: unknown) => call.fail(error),
  );
}

/** Why a call reaches no method. */
function refusal({ exchange: { sharedFailure }, envelope, problemBudget }: CallContext): unknown {
  if (sharedFailure !== undefined) return sharedFailure.error;
  if (envelope.kind !== 'invalid') return new MethodNotFound();
  if (envelope.failure !== undefined) return envelope.failure.error;
  return new InvalidRequest({ errors: problemBudget.report(envelope.problems) });
}
