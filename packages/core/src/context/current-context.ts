import type { JsonRpcContext } from './json-rpc-context.js';

/** Stores the current call for its asynchronous flow. */
export interface ContextStore {
  run<Result, Args extends unknown[]>(
    context: JsonRpcContext,
    work: (...args: Args) => Result,
    ...args: Args
  ): Result;
  getStore(): JsonRpcContext | undefined;
}

// On Node 20, every promise of the process costs more with a store, so it exists only after
// `@jsonrpc-kit/core/context` was imported.
let store: ContextStore | undefined;

export function setContextStore(newStore: ContextStore): void {
  store = newStore;
}

/** Calls `work(context, ...args)` in the call's asynchronous context. */
export function inContext<Context extends JsonRpcContext, Args extends unknown[], Result>(
  context: Context,
  work: (context: Context, ...args: Args) => Result,
  ...args: Args
): Result {
  return store === undefined ? work(context, ...args) : store.run(context, work, context, ...args);
}

/** Returns the context of the current call; undefined without a store. */
export function currentContext(): JsonRpcContext | undefined {
  return store?.getStore();
}
