import type { CallContext } from '../context/call-context.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import { unobserved } from '../flow/unobserved.js';
import type { JsonRpcMiddleware } from './json-rpc-middleware.js';

/**
 * What is inside the middlewares. It leaves its outcome on the call, says when it is `over`, and
 * rejects where it failed, which nobody has to observe.
 */
export type Core = (call: CallContext, over: () => void) => Promise<void>;

/** Middlewares around a core, as one that is inside of others. */
type Layers = (call: CallContext, core: Core, over: () => void) => Promise<void>;

/** Middlewares around a core, as one. */
export type Around = (call: CallContext, core: Core) => Promise<void>;

/** Folds the middlewares, the first one outermost, once and for all calls. */
export function foldMiddlewares(middlewares: readonly JsonRpcMiddleware[]): Around | undefined {
  const layers = middlewares.reduceRight<Layers | undefined>(
    (inner, middleware) => (call, core, over) => runLayer(middleware, inner, call, core, over),
    undefined,
  );
  return layers && ((call, core) => layers(call, core, () => undefined));
}

/**
 * One middleware, with the `layers` and the core inside of it. What it throws is on the call before
 * the one outside of it sees it.
 *
 * It makes one promise, its own. An async function would make the throwaway ones of its awaits
 * besides, wherever an `AsyncLocalStorage` is on, and another to hear of the end of what is inside.
 */
function runLayer(
  middleware: JsonRpcMiddleware,
  layers: Layers | undefined,
  call: CallContext,
  core: Core,
  over: () => void,
): Promise<void> {
  let inner: Promise<void> | undefined;
  let isInnerOver = false;
  let calledAgain: Error | undefined;
  const innerIsOver = (): void => {
    isInnerOver = true;
  };
  const next = (): Promise<void> => {
    if (inner === undefined) {
      inner = layers === undefined ? core(call, innerIsOver) : layers(call, core, innerIsOver);
    } else {
      calledAgain ??= new Error(`The middleware ${nameOf(middleware)} called next() twice`);
    }
    return calledAgain === undefined ? inner : unobserved(Promise.reject(calledAgain));
  };
  // It may not have awaited next(), but it is not left before what is inside of it.
  const leave = (): MaybePromise<void> => {
    if (inner !== undefined && !isInnerOver) return inner.then(leave, leave);
    if (calledAgain !== undefined) return fail(calledAgain);
    if (!call.hasAnswer) return fail(noAnswer(middleware));
    over();
  };
  const fail = (error: unknown): MaybePromise<never> => {
    if (inner !== undefined && !isInnerOver) {
      const failNow = (): MaybePromise<never> => fail(error);
      return inner.then(failNow, failNow);
    }
    call.fail(error);
    over();
    // It stands on the call, whether or not the middleware outside of this one looks at it.
    void unobserved(left);
    throw error;
  };
  const left = enter(middleware, call, next).then(leave, fail);
  return left;
}

/** One that is no async function throws at once, and in JavaScript it may give no promise. */
function enter(
  middleware: JsonRpcMiddleware,
  call: CallContext,
  next: () => Promise<void>,
): Promise<void> {
  try {
    return Promise.resolve(middleware(call, next));
  } catch (error) {
    return Promise.reject(error);
  }
}

function noAnswer(middleware: JsonRpcMiddleware): Error {
  return new Error(
    `The middleware ${nameOf(middleware)} neither called next() nor assigned ctx.rawResponse`,
  );
}

function nameOf(middleware: JsonRpcMiddleware): string {
  return middleware.name === '' ? '(anonymous)' : middleware.name;
}
