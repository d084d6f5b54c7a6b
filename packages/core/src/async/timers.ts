/** The longest delay that `setTimeout` can hold; it fires at once for a longer one. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Returns whether the promise is fulfilled within the given time, and rejects if the promise rejects
 * first. Its timer keeps the process alive meanwhile, even for `Infinity`.
 *
 * @param timers the timers to use where a test fakes the global ones. Default: the global ones
 */
export async function settlesWithin(
  promise: Promise<unknown>,
  milliseconds: number,
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<false>((resolve) => {
    const wait = (remaining: number): void => {
      const delay = Math.min(remaining, LONGEST_DELAY);
      const onTimeout = (): void => (remaining > delay ? wait(remaining - delay) : resolve(false));
      timer = timers.setTimeout(onTimeout, delay);
    };
    wait(milliseconds);
  });
  try {
    return await Promise.race([promise.then(() => true), expired]);
  } finally {
    timers.clearTimeout(timer);
  }
}

/** Missing in some runtimes, where a timer replaces it and costs a millisecond more. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/** Resolves after the event loop has handled waiting events, such as other clients' requests. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate === undefined) setTimeout(resolve, 0);
    else setImmediate(resolve);
  });
}
