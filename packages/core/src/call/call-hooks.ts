import type { MaybePromise } from '../async/maybe-promise.js';
import { inContext } from '../context/current-context.js';
import { withHooks } from '../context/instrumentation.js';
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
