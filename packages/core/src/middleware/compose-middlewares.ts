import { ignoreRejection, isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { JsonRpcMiddleware } from './middleware.js';

/** A call that middlewares run around. */
export interface ComposedCall extends JsonRpcContext {
  /** Whether the call has a result, an exception or an assigned response. */
  readonly hasResponse: boolean;
  succeed(result: unknown): void;
  fail(error: unknown): void;
}

/**
 * Runs a call through its middlewares, the first one outermost, and through `runMethod` inside them.
 * Leaves the outcome on the call, and rejects with the exception of a failed one.
 *
 * - Calling `next()` twice fails the call.
 * - A middleware that neither calls `next()` nor assigns `ctx.rawResponse` fails the call.
 * - An error is on the call before the next outer middleware sees it.
 * - A middleware that doesn't await `next()` ends only when everything inside it has ended.
 */
export function composeMiddlewares(
  middlewares: readonly JsonRpcMiddleware[],
  call: ComposedCall,
  runMethod: () => MaybePromise<unknown>,
): Promise<void> {
  return enter(0);

  async function enter(index: number): Promise<void> {
    const middleware = middlewares[index];
    if (middleware === undefined) return enterMethod();
    const name = middleware.name || '(anonymous)';
    let inner: Promise<void> | undefined;
    let misuse: Error | undefined;
    let hasEnded = false;
    const next = (): Promise<void> => {
      if (hasEnded) return rejectLateNext(call, name);
      if (inner === undefined) return (inner = ignoreRejection(enter(index + 1)));
      misuse = new Error(`The middleware ${name} called next() twice`);
      return ignoreRejection(Promise.reject(misuse));
    };
    try {
      await middleware(call, next);
      hasEnded = true;
      if (inner !== undefined) await ended(inner);
      if (misuse !== undefined) throw misuse;
      if (!call.hasResponse) {
        throw new Error(
          `The middleware ${name} neither called next() nor assigned ctx.rawResponse`,
        );
      }
    } catch (error) {
      hasEnded = true;
      if (inner !== undefined) await ended(inner);
      call.fail(error);
      throw error;
    }
  }

  async function enterMethod(): Promise<void> {
    try {
      const result = runMethod();
      call.succeed(isPromise(result) ? await result : result);
    } catch (error) {
      call.fail(error);
      throw error;
    }
  }
}

/** Fulfilled when the promise is settled. */
function ended(promise: Promise<void>): Promise<void> {
  return promise.catch(() => undefined);
}

/** The response may have been sent, and the dependencies that the call would open never closed. */
function rejectLateNext(call: ComposedCall, name: string): Promise<never> {
  const err = new Error(`The middleware ${name} called next() after it ended`);
  call.logger.error({ err }, 'Middleware ended before it called next()');
  return ignoreRejection(Promise.reject(err));
}
