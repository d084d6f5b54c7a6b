import { AsyncLocalStorage } from 'node:async_hooks';
import { setContextStore } from './current-context.js';
import type { JsonRpcContext } from './json-rpc-context.js';
import type { RequestId } from '../jsonrpc/request.js';

const storage = new AsyncLocalStorage<JsonRpcContext>();
setContextStore({
  // The snapshot gives each call its own asynchronous context. With run() only, an enterWith() on another
  // storage, by a tracer or the application, would reach the calls of the batch that start later.
  run: (context, work, ...args) =>
    AsyncLocalStorage.snapshot()(() => storage.run(context, work, ...args)),
  getStore: () => storage.getStore(),
});

/** Returns the context of the current call; undefined outside of a call. */
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

/** Returns the `id` of the current call; undefined outside of one, in a notification, and without a valid id. */
export function getJsonRpcRequestId(): RequestId | undefined {
  return storage.getStore()?.request?.id;
}
