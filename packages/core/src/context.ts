/**
 * Functions that return the current call anywhere in its asynchronous flow. Importing this module
 * enables `AsyncLocalStorage` for the process, which slightly slows down every promise on Node 20.
 * The `jsonRpcContext` argument source returns the same object at no cost.
 *
 * The module also runs each call in its own asynchronous context, so that `enterWith()` in one call of
 * a batch doesn't affect the others.
 *
 * @module
 */
export {
  getJsonRpcContext,
  getJsonRpcMethod,
  getJsonRpcRequestId,
} from './context/async-local-context.js';
