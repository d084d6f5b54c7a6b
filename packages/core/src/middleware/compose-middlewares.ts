import { ignoreRejection, isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { JsonRpcContext } from '../context/json-rpc-context.js';
import type { JsonRpcMiddleware } from './middleware.js';

/** A call that middlewares run around. */
export interface ComposedCall extends JsonRpcContext {
  /** Whether the call has a result, an exception or an assigned response. */
  readonly hasResponse: boolean;
  /** Whether the outcome is an exception. */
  readonly hasFailed: boolean;
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
export function composeMiddlewares<Call extends ComposedCall>(
  middlewares: readonly JsonRpcMiddleware[],
  call: Call,
  runMethod: (call: Call) => MaybePromise<unknown>,
): Promise<void> {
  /** The promise of each layer that has started, after the outermost one. */
  const layers: Promise<void>[] = [];
  /** The outermost layer that has ended; layers end from the method outwards. */
  let outermostEnded = middlewares.length + 1;
  return enter(0);

  function enter(index: number): Promise<void> {
    const middleware = middlewares[index];
    return middleware === undefined ? enterMethod() : enterLayer(middleware, index);
  }

  async function enterLayer(middleware: JsonRpcMiddleware, index: number): Promise<void> {
    let misuse: Error | undefined;
    let hasLeft = false;
    const next = (): Promise<void> => {
      if (hasLeft) return rejectLateNext(call, nameOf(middleware));
      if (layers[index + 1] === undefined) return startInner(index + 1);
      misuse = new Error(`The middleware ${nameOf(middleware)} called next() twice`);
      return ignoreRejection(Promise.reject(misuse));
    };
    try {
      await middleware(call, next);
      hasLeft = true;
      if (outermostEnded > index + 1) await innerEnded(index);
      if (misuse !== undefined) throw misuse;
      if (call.hasResponse) return;
      throw new Error(
        `The middleware ${nameOf(middleware)} neither called next() nor assigned ctx.rawResponse`,
      );
    } catch (error) {
      hasLeft = true;
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

  /** Rejects the promise of the layer, which its middleware may not have awaited. */
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

/** The response may have been sent, and the dependencies that the call would open never closed. */
function rejectLateNext(call: ComposedCall, name: string): Promise<never> {
  const err = new Error(`The middleware ${name} called next() after it ended`);
  call.logger.error({ err }, 'Middleware ended before it called next()');
  return ignoreRejection(Promise.reject(err));
}

function nameOf(middleware: JsonRpcMiddleware): string {
  return middleware.name || '(anonymous)';
}
