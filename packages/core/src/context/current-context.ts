import type { JsonRpcContext } from './json-rpc-context.js';

/** Carries the current call along its asynchronous flow. */
export interface ContextStore {
  run<Result, Args extends unknown[]>(
    context: JsonRpcContext,
    work: (...args: Args) => Result,
    ...args: Args
  ): Result;
  getStore(): JsonRpcContext | undefined;
}

// On Node 20 a store makes every promise of the process dearer, so there is none until the module
// `@jsonrpc-kit/core/context` is imported and puts its own here.
let store: ContextStore | undefined;

export function setContextStore(newStore: ContextStore): void {
  store = newStore;
}

/** `work(context, ...args)` as part of the call's flow. */
export function inContext<Context extends JsonRpcContext, Args extends unknown[], Result>(
  context: Context,
  work: (context: Context, ...args: Args) => Result,
  ...args: Args
): Result {
  return store === undefined ? work(context, ...args) : store.run(context, work, context, ...args);
}

/** The context of the call in whose flow this is called; undefined without a store. */
export function currentContext(): JsonRpcContext | undefined {
  return store?.getStore();
}
