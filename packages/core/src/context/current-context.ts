import type { JsonRpcContext } from './json-rpc-context.js';

/** Stores the current call for its asynchronous flow. */
export interface ContextStore {
  run<Context extends JsonRpcContext, Result>(
    context: Context,
    work: (context: Context) => Result,
  ): Result;
  getStore(): JsonRpcContext | undefined;
}

// Undefined until `@jsonrpc-kit/core/context` is imported, because on Node 20, a store slows down every
// promise of the process.
export let contextStore: ContextStore | undefined;

export function setContextStore(newStore: ContextStore): void {
  contextStore = newStore;
}

/** Calls `work(context)` in the call's asynchronous context. */
export function inContext<Context extends JsonRpcContext, Result>(
  context: Context,
  work: (context: Context) => Result,
): Result {
  return contextStore === undefined ? work(context) : contextStore.run(context, work);
}

/** Returns the context of the current call; undefined without a store. */
export function currentContext(): JsonRpcContext | undefined {
  return contextStore?.getStore();
}
