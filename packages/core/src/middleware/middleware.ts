import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';

/**
 * A function that runs around every call. Code before `await next()` runs before the method, and code
 * after it runs after the method.
 *
 * ```ts
 * const logging: JsonRpcMiddleware = async (ctx, next) => {
 *   const start = performance.now();
 *   try {
 *     await next();
 *   } finally {
 *     log(ctx.methodRoute?.name, ctx.exception, performance.now() - start);
 *   }
 * };
 * ```
 *
 * If the call fails, `next()` rejects with the exception of the call, and `ctx.rawResponse` is the
 * error response. To replace the response, throw another error or assign `ctx.rawResponse`. Catching
 * the exception doesn't change the response.
 *
 * Call `next()` once, or assign `ctx.rawResponse` instead. Calling `next()` twice fails the call.
 * Calling it after the middleware has returned has no effect, except for an error in the log. The
 * middlewares of an entrypoint also run for invalid requests and unknown methods.
 */
export type JsonRpcMiddleware<Request extends JsonRpcRequest = JsonRpcRequest> = (
  ctx: JsonRpcContext<Request>,
  next: () => Promise<void>,
) => Promise<void>;
