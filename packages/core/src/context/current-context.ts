import type { JsonRpcContext } from './json-rpc-context.js';

/** Carries the current call along its asynchronous flow; `AsyncLocalStorage` has this shape. */
export interface ContextStore {
  run<Result, Args extends unknown[]>(
    context: JsonRpcContext,
    work: (...args: Args) => Result,
    ...args: Args
  ): Result;
}

// On Node 20 a store makes every promise of the process dearer, so there is none until the module
// `@jsonrpc-kit/core/context` is imported and puts its own here.
let store: ContextStore | undefined;

export function setContextStore(newStore: ContextStore): void {
  store = newStore;
}

/** `work` as part of the call's flow. */
export function inContext<Context extends JsonRpcContext, Result, First, Second>(
  context: Context,
  work: (context: Context, first: First, second: Second) => Result,
  first: First,
  second: Second,
): Result {
  return store === undefined
    ? work(context, first, second)
    : store.run(context, work, context, first, second);
}
