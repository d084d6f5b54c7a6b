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
 * @param scheduler counts the call while it runs asynchronously; undefined if the call is already
 *   counted
 */
export function runCall(
  call: CallContext,
  scheduler: CountingScheduler | undefined,
): MaybePromise<CallResponse> {
  const running = inContext(call, runMiddlewares);
  if (isPromise(running)) {
    const pending = new PendingCall(call, scheduler);
    running.then(pending.finish, pending.finish);
    return pending.response;
  }
  const response = finishCall(call);
  if (!(response instanceof Promise)) return response;
  // A teardown before the response, such as a commit, is asynchronous.
  const pending = new PendingCall(call, scheduler);
  void response.then((ready) => pending.end(ready));
  return pending.response;
}

/** Stores the outcome on the call. Never throws, but may reject with the exception of the call. */
function runMiddlewares(call: CallContext): MaybePromise<void> {
  const { middlewares } = call;
  return middlewares.length === 0
    ? runWithoutMiddlewares(call)
    : composeMiddlewares(middlewares, call, runInterruptibly);
}

/**
 * Rejects when the call is interrupted, even if the handler continues, so that the middlewares can end.
 */
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

/** A separate function, because closures in its caller would cost synchronous calls an allocation. */
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
