/** A value, or a promise of it. The framework avoids awaiting a plain value, which would cost time. */
export type MaybePromise<T> = T | Promise<T>;

/** Whether a value is a promise, or anything else with a `then`. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T>;
/** Whether a value is a promise, or anything else with a `then`. */
export function isPromise(value: unknown): value is Promise<unknown>;
export function isPromise(value: unknown): value is Promise<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    // A property lookup on objects of many shapes is slow, and most of them are promises.
    (value instanceof Promise || typeof (value as { then?: unknown }).then === 'function')
  );
}

/** Calls `next` with the value: immediately, or when its promise is fulfilled. */
export function continueWith<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Returns the promise, and keeps its rejection from being reported as unhandled. */
export function ignoreRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
