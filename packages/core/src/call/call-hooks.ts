import type { MaybePromise } from '../async/maybe-promise.js';
import { inContext } from '../context/current-context.js';
import { withHooks } from '../context/instrumentation.js';
import { count } from '../context/measurement.js';
import type { ScopedCall } from './message-scope.js';

/** Runs a function that runs or rejects the call, inside the `call` hooks. */
export function withCallHooks<Call extends ScopedCall, T>(
  call: Call,
  run: (call: Call) => MaybePromise<T>,
): MaybePromise<T> {
  const { scope } = call;
  const { hooked } = scope;
  return hooked === undefined
    ? run(call)
    : withHooks(
        scope,
        hooked.active,
        (hooks, inner) => hooks.call?.(call, inner, hooked.message),
        () => run(call),
      );
}

/**
 * Runs work that follows the response, such as a teardown, in the asynchronous context of its call and
 * inside the `afterResponse` hooks.
 */
export function withAfterResponseHooks<Call extends ScopedCall, T>(
  call: Call,
  kind: 'background-task' | 'teardown',
  work: (call: Call) => MaybePromise<T>,
): MaybePromise<T> {
  const run = (): MaybePromise<T> => inContext(call, work);
  const { scope } = call;
  return scope.hooked === undefined
    ? run()
    : withHooks(
        scope,
        scope.hooked.active,
        (hooks, inner) => hooks.afterResponse?.(call, inner, kind),
        run,
      );
}

/**
 * Counts a call that a limit rejects.
 *
 * @param limit the name of the option
 */
export function countRejected({ scope, methodRoute }: ScopedCall, limit: string): void {
  count(scope.bound.logger, {
    name: 'jsonrpc.server.rejected_calls',
    value: 1,
    attributes: { 'jsonrpc.limit': limit, 'rpc.method': methodRoute?.name ?? UNKNOWN_METHOD },
  });
}

/** Counts a transaction that had to be rolled back because of another one. */
export function countConflict(
  { scope, methodRoute }: ScopedCall,
  outcome: 'retried' | 'failed',
): void {
  count(scope.bound.logger, {
    name: 'jsonrpc.server.conflicts',
    value: 1,
    attributes: {
      'jsonrpc.conflict.outcome': outcome,
      'rpc.method': methodRoute?.name ?? UNKNOWN_METHOD,
    },
  });
}

/** Replaces the name of an unknown method, so that clients can't create any number of series. */
const UNKNOWN_METHOD = '_OTHER';
