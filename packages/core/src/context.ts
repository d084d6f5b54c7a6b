/**
 * Returns the current call anywhere in its asynchronous flow. Importing this module enables
 * `AsyncLocalStorage` for the process, so that every promise on Node 20 costs slightly more;
 * the `jsonRpcContext` argument source returns the same object at no cost. Each call also gets its own
 * asynchronous context, so that calls of a batch don't see each other's `enterWith()`.
 *
 * @module
 */
export {
  getJsonRpcContext,
  getJsonRpcMethod,
  getJsonRpcRequestId,
} from './context/async-local-context.js';
