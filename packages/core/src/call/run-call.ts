import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { inContext } from '../context/current-context.js';
import { InvalidRequest, MethodNotFound } from '../errors/standard-errors.js';
import { composeMiddlewares } from '../middleware/compose-middlewares.js';
import type { CountingScheduler } from '../scheduling/scheduler.js';
import type { CallContext } from './call-context.js';
import type { CallResponse } from './call-response.js';
import { executeMethod } from './execute-method.js';
import { finishCall } from './finish-call.js';
import { PendingCall, untilInterrupted } from './pending-call.js';

/**
 * Runs one call, from the opening of its context to its encoded response. Never throws or rejects.
 *
 * @param room the scheduler that counts the call while it is asynchronous; undefined if it is counted
 *   already
 */
export function runCall(
  call: CallContext,
  room: CountingScheduler | undefined,
): MaybePromise<CallResponse> {
  const running = inContext(call, runMiddlewares);
  if (isPromise(running)) {
    const pending = new PendingCall(call, room);
    running.then(pending.finish, pending.finish);
    return pending.response;
  }
  const response = finishCall(call);
  if (!(response instanceof Promise)) return response;
  // A teardown before the response, such as a commit, is asynchronous.
  const pending = new PendingCall(call, room);
  void response.then((ready) => pending.end(ready));
  return pending.response;
}

/** Leaves the outcome on the call. Never throws; it may reject with the call's exception. */
function runMiddlewares(call: CallContext): MaybePromise<void> {
  const { middlewares } = call;
  return middlewares.length === 0
    ? runWithoutMiddlewares(call)
    : composeMiddlewares(middlewares, call, runInterruptibly);
}

/** Ends when the call is interrupted, even if the handler goes on, so that middlewares can end too. */
function runInterruptibly(call: CallContext): MaybePromise<unknown> {
  const result = runMethod(call);
  return isPromise(result) ? untilInterrupted(call, result) : result;
}

function runWithoutMiddlewares(call: CallContext): MaybePromise<void> {
  try {
    const result = runMethod(call);
    if (!isPromise(result)) return call.succeed(result);
    return settle(call, result);
  } catch (error) {
    call.fail(error);
  }
}

/** Separate from its caller: a closure there would cost synchronous calls an allocation. */
function settle(call: CallContext, result: Promise<unknown>): Promise<void> {
  return result.then(
    (value) => call.succeed(value),
    (error: unknown) => call.fail(error),
  );
}

/** @throws the reason why the call has no method to run, or the method's error */
function runMethod(call: CallContext): MaybePromise<unknown> {
  const { method, exchange, envelope, problemBudget } = call;
  if (exchange.sharedFailure !== undefined) throw exchange.sharedFailure.error;
  if (envelope.kind === 'invalid') {
    if (envelope.failure !== undefined) throw envelope.failure.error;
    throw new InvalidRequest({ errors: problemBudget.report(envelope.problems) });
  }
  if (method === undefined) throw new MethodNotFound();
  return executeMethod(call, method);
}
