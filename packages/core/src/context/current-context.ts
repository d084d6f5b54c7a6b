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
export let contextStore: ContextStore | undefined;

export function setContextStore(newStore: ContextStore): void {
  contextStore = newStore;
}

/** Calls `work(context, ...args)` in the call's asynchronous context. */
export function inContext<Context extends JsonRpcContext, Args extends unknown[], Result>(
  context: Context,
  work: (context: Context, ...args: Args) => Result,
  ...args: Args
): Result {
  return contextStore === undefined
    ? work(context, ...args)
    : contextStore.run(context, work, context, ...args);
}

/** Returns the context of the current call; undefined without a store. */
export function currentContext(): JsonRpcContext | undefined {
  return contextStore?.getStore();
}
