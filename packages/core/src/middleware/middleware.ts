import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { JsonRpcRequest } from '../jsonrpc/request.js';

/**
 * Stands around a call: code before `await next()` is entry, code after it is exit.
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
 * `next()` rejects with the call's exception, and by then `ctx.rawResponse` holds the error answer.
 * Throwing another error replaces the answer; catching it without assigning `ctx.rawResponse` leaves
 * the answer as it is. Calling `next()` twice fails the call; called when the middleware has returned
 * it runs nothing. An entrypoint's middlewares see invalid requests and unknown methods too.
 */
export type JsonRpcMiddleware<Request extends JsonRpcRequest = JsonRpcRequest> = (
  ctx: JsonRpcContext<Request>,
  next: () => Promise<void>,
) => Promise<void>;
