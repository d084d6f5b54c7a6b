/** The longest delay that `setTimeout` supports; with a longer one, it fires immediately. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Returns whether the promise is fulfilled within the given time. Rejects if the promise rejects before
 * that. Until then, a timer keeps the process alive, even if the time is `Infinity`.
 *
 * @param timers timer functions to use instead of the global ones, which tests may have faked
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

/** Resolves after the delay, or as soon as the signal fires. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    if (signal.aborted) wake();
    else signal.addEventListener('abort', wake);
  });
}

/** Some runtimes lack `setImmediate`. A timer, which takes a millisecond longer, replaces it there. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/** Calls the function after the event loop has handled other events, such as the requests of other clients. */
export function inNextTurn(callback: () => void): void {
  if (setImmediate === undefined) setTimeout(callback, 0);
  else setImmediate(callback);
}

/** Resolves in the next turn of the event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(inNextTurn);
}
