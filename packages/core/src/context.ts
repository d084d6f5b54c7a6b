/**
 * The current call anywhere in its asynchronous flow. Importing this module switches
 * `AsyncLocalStorage` on for the process, which on Node 20 makes each promise a little dearer; the
 * `jsonRpcContext` argument source is the free way to the same object.
 *
 * @module
 */
export {
  getJsonRpcContext,
  getJsonRpcMethod,
  getJsonRpcRequestId,
} from './context/async-local-context.js';
