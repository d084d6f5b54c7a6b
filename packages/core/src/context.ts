/**
 * The current call anywhere in its asynchronous flow. Importing this module switches
 * `AsyncLocalStorage` on for the process, which on Node 20 makes each promise a little dearer; the
 * `jsonRpcContext` argument source is the free way to the same object. It also runs each call in an
 * asynchronous context of its own, so that calls of a batch don't see each other's `enterWith()`.
 *
 * @module
 */
export {
  getJsonRpcContext,
  getJsonRpcMethod,
  getJsonRpcRequestId,
} from './context/async-local-context.js';
