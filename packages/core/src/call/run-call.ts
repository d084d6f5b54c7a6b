import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { contextStore, inContext } from '../context/current-context.js';
import { composeMiddlewares } from '../middleware/compose-middlewares.js';
import type { CountingScheduler } from '../scheduling/scheduler.js';
import type { CallContext } from './call-context.js';
import { executeMethod } from './execute-method.js';
import { finishCall } from './finish-call.js';
import type { CallOutcome } from './message-outcome.js';
import { executeUntilTimeout, TimedCall } from './timed-call.js';

/**
 * Runs one call: its method inside its middlewares. Never throws or rejects.
 *
 * @param scheduler counts the call while it runs asynchronously; undefined if the call is already
 *   counted
 */
export function runCall(
  call: CallContext,
  scheduler: CountingScheduler | undefined,
): MaybePromise<CallOutcome> {
  // With middlewares, executeUntilTimeout() ends the method for them when the time limit passes.
  const running =
    contextStore === undefined && call.middlewares.length === 0
      ? executeMethod(call)
      : inContext(call, runMiddlewares);
  if (!isPromise(running)) return finishCall(call);
  const timed = new TimedCall(call, scheduler);
  running.then(timed.finish, timed.finish);
  return timed.outcome;
}

/** Stores the outcome on the call. Never throws, but may reject with the exception of the call. */
function runMiddlewares(call: CallContext): MaybePromise<void> {
  const { middlewares } = call;
  return middlewares.length === 0
    ? executeMethod(call)
    : composeMiddlewares(middlewares, call, executeUntilTimeout);
}
