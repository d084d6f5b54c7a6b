/** `then(value)`, at once where there is nothing to wait for. */
export function after<T, R>(value: T | Promise<T>, then: (value: T) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(then) : then(value);
}
