import type { CallContext } from '../context/call-context.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import type { JsonRpcMiddleware } from './json-rpc-middleware.js';

/** What is inside the middlewares. It leaves its outcome on the call, and throws what it threw. */
export type Core = (call: CallContext) => MaybePromise<void>;

/** Middlewares around a core, as one. */
export type Around = (call: CallContext, core: Core) => Promise<void>;

/** Folds the middlewares, the first one outermost, once and for all calls. */
export function foldMiddlewares(middlewares: readonly JsonRpcMiddleware[]): Around | undefined {
  return middlewares.reduceRight<Around | undefined>(
    (inner, middleware) => (call, core) =>
      runLayer(middleware, call, () => (inner === undefined ? core(call) : inner(call, core))),
    undefined,
  );
}

/** One middleware. What it throws is on the call before the one outside of it sees it. */
async function runLayer(
  middleware: JsonRpcMiddleware,
  call: CallContext,
  proceed: () => MaybePromise<void>,
): Promise<void> {
  let inner: Promise<void> | undefined;
  let calledAgain: Error | undefined;
  const next = (): Promise<void> => {
    if (inner === undefined) inner = unobserved(startInner(proceed));
    else calledAgain ??= new Error(`The middleware ${nameOf(middleware)} called next() twice`);
    return calledAgain === undefined ? inner : unobserved(Promise.reject(calledAgain));
  };
  try {
    await middleware(call, next);
    // It may not have awaited next(), but it is not left before what is inside of it.
    await inner?.catch(() => undefined);
    if (calledAgain !== undefined) throw calledAgain;
    if (!call.hasAnswer) {
      throw new Error(
        `The middleware ${nameOf(middleware)} neither called next() nor assigned ctx.rawResponse`,
      );
    }
  } catch (error) {
    await inner?.catch(() => undefined);
    call.fail(error);
    throw error;
  }
}

async function startInner(proceed: () => MaybePromise<void>): Promise<void> {
  await proceed();
}

/** The promise itself; a rejection that the middleware does not look at stands on the call anyway. */
function unobserved<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

function nameOf(middleware: JsonRpcMiddleware): string {
  return middleware.name === '' ? '(anonymous)' : middleware.name;
}
