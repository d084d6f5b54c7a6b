import type { CallContext } from '../context/call-context.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { unobserved } from '../flow/unobserved.js';
import type { JsonRpcMiddleware } from './json-rpc-middleware.js';

/**
 * The way of one call in through its middlewares, the first one outermost, to the core, and out
 * again. What a layer throws is on the call before the one outside of it sees it.
 *
 * Each layer makes one promise, its own. An async function would make the throwaway ones of its
 * awaits besides, wherever an `AsyncLocalStorage` is on.
 */
export class Passage {
  readonly #middlewares: readonly JsonRpcMiddleware[];
  readonly #call: CallContext;
  readonly #core: () => MaybePromise<unknown>;
  /** By layer, what is inside of it; there once its middleware has called next(). */
  readonly #inner: Promise<void>[];
  /** The outermost layer that is over, none at first. They end from the core, the last one, outwards. */
  #outermostOver: number;
  /** By layer, that its middleware has called next() again. */
  #calledAgain: Map<number, Error> | undefined;

  /** @param core gives the result, or throws what the call fails with */
  constructor(
    middlewares: readonly JsonRpcMiddleware[],
    call: CallContext,
    core: () => MaybePromise<unknown>,
  ) {
    this.#middlewares = middlewares;
    this.#call = call;
    this.#core = core;
    this.#inner = new Array<Promise<void>>(middlewares.length);
    // A small integer from the beginning: V8 boxes a field that was Infinity once.
    this.#outermostOver = middlewares.length + 1;
  }

  /** Leaves the outcome on the call; rejects where it failed. */
  run(): Promise<void> {
    return this.#enter(0);
  }

  #enter(layer: number): Promise<void> {
    const middleware = this.#middlewares[layer];
    return middleware === undefined ? this.#enterCore(layer) : this.#enterLayer(layer, middleware);
  }

  #enterLayer(layer: number, middleware: JsonRpcMiddleware): Promise<void> {
    return begin(middleware, this.#call, () => this.#next(layer)).then(
      () => this.#leave(layer),
      (error: unknown) => this.#fail(layer, error),
    );
  }

  #enterCore(layer: number): Promise<void> {
    let result: MaybePromise<unknown>;
    try {
      result = this.#core();
    } catch (error) {
      result = Promise.reject(error);
    }
    if (isPromise(result)) return this.#succeedLater(layer, result);
    this.#succeed(layer, result);
    return Promise.resolve();
  }

  #succeedLater(layer: number, result: Promise<unknown>): Promise<void> {
    return result.then(
      (value) => this.#succeed(layer, value),
      (error: unknown) => this.#failNow(layer, error),
    );
  }

  #succeed(layer: number, result: unknown): void {
    this.#call.succeed(result);
    this.#outermostOver = layer;
  }

  #next(layer: number): Promise<void> {
    if (this.#outermostOver <= layer) return this.#tooLate(layer);
    if (this.#inner[layer] === undefined) return (this.#inner[layer] = this.#enter(layer + 1));
    const again = new Error(`The middleware ${this.#nameOf(layer)} called next() twice`);
    (this.#calledAgain ??= new Map()).set(layer, again);
    return unobserved(Promise.reject(again));
  }

  /** The answer may have been sent: nobody would close what the call opens now. */
  #tooLate(layer: number): Promise<never> {
    const err = new Error(`The middleware ${this.#nameOf(layer)} called next() after it was left`);
    this.#call.logger.error({ err }, 'A middleware was left before it called next()');
    return unobserved(Promise.reject(err));
  }

  #leave(layer: number): MaybePromise<void> {
    const inner = this.#stillInside(layer);
    return inner === undefined ? this.#leaveNow(layer) : this.#leaveLater(layer, inner);
  }

  #leaveLater(layer: number, inner: Promise<void>): Promise<void> {
    const leave = (): void => this.#leaveNow(layer);
    return inner.then(leave, leave);
  }

  #leaveNow(layer: number): void {
    const again = this.#calledAgain?.get(layer);
    if (again !== undefined) this.#failNow(layer, again);
    if (!this.#call.hasAnswer) {
      const name = this.#nameOf(layer);
      const error = new Error(
        `The middleware ${name} neither called next() nor assigned ctx.rawResponse`,
      );
      this.#failNow(layer, error);
    }
    this.#outermostOver = layer;
  }

  #fail(layer: number, error: unknown): MaybePromise<never> {
    const inner = this.#stillInside(layer);
    return inner === undefined ? this.#failNow(layer, error) : this.#failLater(layer, error, inner);
  }

  #failLater(layer: number, error: unknown, inner: Promise<void>): Promise<never> {
    const fail = (): never => this.#failNow(layer, error);
    return inner.then(fail, fail);
  }

  /** @throws the error, which stands on the call, whether or not the layer outside looks at it */
  #failNow(layer: number, error: unknown): never {
    this.#call.fail(error);
    this.#outermostOver = layer;
    const own = this.#inner[layer - 1];
    if (own !== undefined) void unobserved(own);
    throw error;
  }

  /** A middleware may not have awaited next(), but it is not left before what is inside of it. */
  #stillInside(layer: number): Promise<void> | undefined {
    return this.#outermostOver > layer + 1 ? this.#inner[layer] : undefined;
  }

  #nameOf(layer: number): string {
    return this.#middlewares[layer]?.name || '(anonymous)';
  }
}

/** A middleware that is no async function throws at once, and in JavaScript may give no promise. */
function begin(
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
