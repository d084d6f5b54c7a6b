import { ignoreRejection, isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { JsonRpcMiddleware } from './middleware.js';

/** The call that {@link composeMiddlewares} runs. */
export interface ComposedCall extends JsonRpcContext {
  /** Whether the call has a result, an exception or an assigned response. */
  readonly hasResponse: boolean;
  /** Whether the call has failed with an exception. */
  readonly hasFailed: boolean;
  succeed(result: unknown): void;
  fail(error: unknown): void;
}

/**
 * Runs `runMethod` inside the middlewares. The first middleware is the outermost. Stores the outcome on
 * the call, and rejects if the call fails.
 *
 * - A middleware that calls `next()` twice fails the call.
 * - A middleware that neither calls `next()` nor assigns `ctx.rawResponse` fails the call.
 * - An error is stored on the call before the next outer middleware sees it.
 * - A middleware that doesn't await `next()` ends only after all inner middlewares have ended.
 */
export function composeMiddlewares<Call extends ComposedCall>(
  middlewares: readonly JsonRpcMiddleware[],
  call: Call,
  runMethod: (call: Call) => MaybePromise<unknown>,
): Promise<void> {
  /** The promises of the layers that have started, by index. The outermost layer isn't included. */
  const layers: Promise<void>[] = [];
  /** The index of the outermost layer that has ended. The method's layer comes last and ends first. */
  let outermostEnded = middlewares.length + 1;
  return enter(0);

  function enter(index: number): Promise<void> {
    const middleware = middlewares[index];
    return middleware === undefined ? enterMethod() : enterLayer(middleware, index);
  }

  async function enterLayer(middleware: JsonRpcMiddleware, index: number): Promise<void> {
    let misuse: Error | undefined;
    let hasReturned = false;
    const next = (): Promise<void> => {
      if (hasReturned) return rejectLateNext(call, middleware);
      if (layers[index + 1] === undefined) return startInner(index + 1);
      misuse = new Error(`${describe(middleware)} called next() twice. Call it once.`);
      return ignoreRejection(Promise.reject(misuse));
    };
    try {
      await middleware(call, next);
      hasReturned = true;
      if (outermostEnded > index + 1) await innerEnded(index);
      if (misuse !== undefined) throw misuse;
      if (call.hasResponse) return;
      throw new Error(
        `${describe(middleware)} neither called next() nor assigned ctx.rawResponse. Do one of them.`,
      );
    } catch (error) {
      hasReturned = true;
      if (outermostEnded > index + 1) await innerEnded(index);
      fail(error, index);
    } finally {
      outermostEnded = index;
    }
  }

  async function enterMethod(): Promise<void> {
    try {
      const result = runMethod(call);
      call.succeed(isPromise(result) ? await result : result);
    } catch (error) {
      fail(error, middlewares.length);
    } finally {
      outermostEnded = middlewares.length;
    }
  }

  function startInner(index: number): Promise<void> {
    const layer = enter(index);
    layers[index] = layer;
    return call.hasFailed ? ignoreRejection(layer) : layer;
  }

  /** Fails the call. The promise of the layer rejects, even if no middleware awaits it. */
  function fail(error: unknown, index: number): never {
    call.fail(error);
    const layer = layers[index];
    if (layer !== undefined) void ignoreRejection(layer);
    throw error;
  }

  function innerEnded(index: number): Promise<void> | undefined {
    return layers[index + 1]?.catch(() => undefined);
  }
}

/**
 * Rejects a call of `next()` after the middleware has ended. The method can't run any more, because its
 * response may have been sent, and nothing would close its dependencies.
 */
function rejectLateNext(call: ComposedCall, middleware: JsonRpcMiddleware): Promise<never> {
  const err = new Error(
    `${describe(middleware)} called next() after it ended. Await next() before it returns.`,
  );
  call.logger.error({ err }, 'Middleware ended before it called next()');
  return ignoreRejection(Promise.reject(err));
}

function describe(middleware: JsonRpcMiddleware): string {
  return `Middleware "${middleware.name || '(anonymous)'}"`;
}
