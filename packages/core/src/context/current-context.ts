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

// Undefined until `@jsonrpc-kit/core/context` is imported, because on Node 20, a store slows down every
// promise of the process.
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
