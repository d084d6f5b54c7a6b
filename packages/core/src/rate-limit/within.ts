/** The promise's outcome, or a rejection with this error if it takes longer than that. */
export async function within<T>(
  promise: Promise<T>,
  milliseconds: number,
  error: () => Error,
): Promise<T> {
  if (milliseconds === Infinity) return promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
