/** The promise itself, which nobody has to look at: it may reject without a warning of the runtime. */
export function unobserved<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
