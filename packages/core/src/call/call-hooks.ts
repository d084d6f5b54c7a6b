import type { MaybePromise } from '../async/maybe-promise.js';
import { inContext } from '../context/current-context.js';
import { type Measurement, withHooks } from '../context/instrumentation.js';
import { count } from '../context/measurement.js';
import type { ScopedCall } from './message-scope.js';

/** Runs a function that runs or rejects the call, inside the `call` hooks. */
export function withCallHooks<T>(call: ScopedCall, run: () => MaybePromise<T>): MaybePromise<T> {
  const { scope } = call;
  const { hooked } = scope;
  if (hooked === undefined) return run();
  const { active, message } = hooked;
  return withHooks(scope, active, (hooks, inner) => hooks.call?.(call, inner, message), run);
}

/**
 * Runs work that follows the response, such as a teardown, in the asynchronous context of its call and
 * inside the `afterResponse` hooks.
 */
export function withAfterResponseHooks(
  call: ScopedCall,
  kind: 'background-task' | 'teardown',
  work: () => MaybePromise<void>,
): MaybePromise<void> {
  const run = (): MaybePromise<void> => inContext(call, work);
  const { scope } = call;
  if (scope.hooked === undefined) return run();
  const { active } = scope.hooked;
  return withHooks(scope, active, (hooks, inner) => hooks.afterResponse?.(call, inner, kind), run);
}

/**
 * Counts a call that a limit rejects.
 *
 * @param limit the name of the option
 */
export function countRejected(call: ScopedCall, limit: string): void {
  countCall(call, 'jsonrpc.server.rejected_calls', { 'jsonrpc.limit': limit });
}

/** Counts a transaction that had to be rolled back because of another one. */
export function countConflict(call: ScopedCall, outcome: 'retried' | 'failed'): void {
  countCall(call, 'jsonrpc.server.conflicts', { 'jsonrpc.conflict.outcome': outcome });
}

function countCall(
  { scope, methodRoute }: ScopedCall,
  name: string,
  attribute: Measurement['attributes'],
): void {
  const attributes = { ...attribute, 'rpc.method': methodRoute?.name ?? UNKNOWN_METHOD };
  count(scope.bound.logger, { name, value: 1, attributes });
}

/** Replaces the name of an unknown method, so that clients can't create any number of series. */
const UNKNOWN_METHOD = '_OTHER';
