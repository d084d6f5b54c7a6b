import { AsyncLocalStorage } from 'node:async_hooks';
import { setContextStore } from './current-context.js';
import type { JsonRpcContext } from './json-rpc-context.js';
import type { RequestId } from '../jsonrpc/request.js';

const storage = new AsyncLocalStorage<JsonRpcContext>();
setContextStore({
  // A snapshot gives each call an asynchronous context: run() alone would let enterWith() on another
  // storage, by a tracer or the application, reach the calls of the batch that start after this one.
  run: (context, work, ...args) =>
    AsyncLocalStorage.snapshot()(() => storage.run(context, work, ...args)),
  getStore: () => storage.getStore(),
});

/** The context of the call in whose asynchronous flow this is asked; undefined outside of one. */
export function getJsonRpcContext(): JsonRpcContext | undefined {
  return storage.getStore();
}

/**
 * Returns the name of the current call's method; undefined outside a call, and for an invalid request
 * or an unknown method.
 */
export function getJsonRpcMethod(): string | undefined {
  return storage.getStore()?.methodRoute?.name;
}

/** The `id` of the current call; undefined outside of one, in a notification, and without a valid id. */
export function getJsonRpcRequestId(): RequestId | undefined {
  return storage.getStore()?.request?.id;
}
