/**
 * A value, or a promise of it. Synchronous work stays synchronous: nothing awaits what is no promise.
 *
 * On the way of a call what goes on after a promise stands in a function of its own (`…Later`). In a
 * function with a closure V8 makes room for what that captures whenever the function is entered, also
 * where the closure is never made: of what a synchronous call allocated, that was four tenths.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value is a promise, or anything else with a `then`. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T>;
/** Whether a value is a promise, or anything else with a `then`. */
export function isPromise(value: unknown): value is Promise<unknown>;
export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Of the many shapes that come here a property is looked up slowly; most are promises.
    (value instanceof Promise || typeof (value as { then?: unknown }).then === 'function')
  );
}

/** `next(value)`, at once where the value is there, else when its promise is fulfilled. */
export function continueWith<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** The promise itself, which nobody has to look at: it may reject without a warning of the runtime. */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
