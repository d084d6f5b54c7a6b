import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';

/**
 * A function that runs around every call: code before `await next()` runs before the method, code after
 * it runs after the method.
 *
 * ```ts
 * const logging: JsonRpcMiddleware = async (ctx, next) => {
 *   const start = performance.now();
 *   try {
 *     await next();
 *   } finally {
 *     log(ctx.methodRoute?.name, ctx.rawResponse, performance.now() - start);
 *   }
 * };
 * ```
 *
 * If the call fails, `next()` rejects with its exception, and `ctx.rawResponse` is the error response.
 * Throw another error to replace the response, or assign `ctx.rawResponse`. Catching the exception doesn't
 * change the response.
 *
 * Calling `next()` twice fails the call, and calling it after the middleware has returned does nothing. The
 * middlewares of an entrypoint also run for invalid requests and unknown methods.
 */
export type JsonRpcMiddleware<Request extends JsonRpcRequest = JsonRpcRequest> = (
  ctx: JsonRpcContext<Request>,
  next: () => Promise<void>,
) => Promise<void>;
