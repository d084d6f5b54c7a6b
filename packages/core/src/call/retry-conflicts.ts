import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { sleep } from '../async/timers.js';
import { countConflict } from '../context/measurement.js';
import type { Thrown } from '../di/dependency-stack.js';
import { Conflict } from '../errors/standard-errors.js';
import { Attempt } from './attempt.js';
import type { CallContext } from './call-context.js';

/**
 * Executes the method of a call with a transaction, again after each conflict with another transaction.
 * Returns the error of the call if the conflicts don't end or the call must stop; otherwise the last
 * attempt has stored its outcome on the call.
 *
 * @param execute runs the dependencies and the handler once
 */
export async function retryConflicts(
  call: CallContext,
  execute: (attempt: number) => MaybePromise<void>,
): Promise<Thrown | undefined> {
  const { lifetime } = call;
  for (let number = 1; ; number += 1) {
    const attempt = new Attempt(call.scope);
    lifetime.attempt = attempt;
    const executing = execute(number);
    if (isPromise(executing)) await executing;
    const { conflict } = attempt;
    if (conflict === undefined) {
      lifetime.keepAttempt();
      return undefined;
    }
    attempt.drop();
    lifetime.attempt = undefined;
    const { error, attempts } = conflict;
    if (number < attempts) await sleep(delayAfter(number), lifetime.signal);
    if (call.interruption !== undefined) return { error: call.interruption };
    const isRetried = number < attempts && !call.isAborted;
    countConflict(call.scope.bound.logger, call, isRetried ? 'retried' : 'failed');
    if (isRetried) continue;
    call.failureLogger.warn({ err: error, attempts: number }, 'Transaction conflict');
    return { error: new Conflict({ retryAfterMs: delayAfter(number) }, { cause: error }) };
  }
}

const BASE_DELAY = 50;
const MAX_DELAY = 2_000;

/**
 * Returns the milliseconds to wait before the next attempt. Half of them are random, so that conflicting
 * calls don't start at the same time again.
 */
export function delayAfter(attempt: number): number {
  const longest = Math.min(BASE_DELAY * 2 ** (attempt - 1), MAX_DELAY);
  return Math.ceil(longest * (1 - Math.random() / 2));
}
