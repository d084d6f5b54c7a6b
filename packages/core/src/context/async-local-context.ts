import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setContextStore } from './current-context.js';
import type { JsonRpcContext } from './json-rpc-context.js';
import type { MethodRoute } from './method-route.js';
import type { RequestId } from '../protocol/request-id.js';

const storage = new AsyncLocalStorage<JsonRpcContext>();
setContextStore({
  // A resource of its own: run() alone would let enterWith() on another storage, as by a tracer or the
  // application, reach the calls of the batch that start after this one.
  run: (context, work, ...args) =>
    new AsyncResource('JSONRPCCALL').runInAsyncScope(() => storage.run(context, work, ...args)),
  getStore: () => storage.getStore(),
});

/** The context of the call in whose asynchronous flow this is asked; undefined outside of one. */
export function getJsonRpcContext(): JsonRpcContext | undefined {
  return storage.getStore();
}

/** The method of the current call; undefined outside of one, and where the call names none. */
export function getJsonRpcMethod(): MethodRoute | undefined {
  return storage.getStore()?.methodRoute;
}

/** The `id` of the current call; undefined outside of one, in a notification, and without a valid id. */
export function getJsonRpcRequestId(): RequestId | undefined {
  return storage.getStore()?.request?.id;
}
