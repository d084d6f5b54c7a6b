import type { CallContext } from '../context/call-context.js';
import type { JsonRpcMiddleware } from './json-rpc-middleware.js';

/** What is inside the middlewares. It leaves its outcome on the call, and rejects where that failed. */
export type Core = (call: CallContext) => Promise<void>;

/** Middlewares around a core, as one. */
export type Around = (call: CallContext, core: Core) => Promise<void>;

/** Folds the middlewares, the first one outermost, once and for all calls. */
export function foldMiddlewares(middlewares: readonly JsonRpcMiddleware[]): Around | undefined {
  return middlewares.reduceRight<Around | undefined>(
    (inner, middleware) => (call, core) => runLayer(middleware, inner, call, core),
    undefined,
  );
}

/**
 * One middleware, with those `around` the core inside of it. What it throws is on the call before the
 * one outside of it sees it.
 */
async function runLayer(
  middleware: JsonRpcMiddleware,
  around: Around | undefined,
  call: CallContext,
  core: Core,
): Promise<void> {
  let inner: Promise<void> | undefined;
  let isInnerOver = false;
  let calledAgain: Error | undefined;
  const innerIsOver = (): void => {
    isInnerOver = true;
  };
  const next = (): Promise<void> => {
    if (inner === undefined) {
      inner = around === undefined ? core(call) : around(call, core);
      // A rejection that the middleware does not look at stands on the call anyway.
      inner.then(innerIsOver, innerIsOver);
    } else {
      calledAgain ??= new Error(`The middleware ${nameOf(middleware)} called next() twice`);
    }
    return calledAgain === undefined ? inner : unobserved(Promise.reject(calledAgain));
  };
  try {
    await middleware(call, next);
    // It may not have awaited next(), but it is not left before what is inside of it.
    if (inner !== undefined && !isInnerOver) await settled(inner);
    if (calledAgain !== undefined) throw calledAgain;
    if (!call.hasAnswer) {
      throw new Error(
        `The middleware ${nameOf(middleware)} neither called next() nor assigned ctx.rawResponse`,
      );
    }
  } catch (error) {
    if (inner !== undefined && !isInnerOver) await settled(inner);
    call.fail(error);
    throw error;
  }
}

function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch(() => undefined);
}

/** The promise itself, which nobody has to look at. */
function unobserved<T>(promise: Promise<T>): Promise<T> {
  void settled(promise);
  return promise;
}

function nameOf(middleware: JsonRpcMiddleware): string {
  return middleware.name === '' ? '(anonymous)' : middleware.name;
}
