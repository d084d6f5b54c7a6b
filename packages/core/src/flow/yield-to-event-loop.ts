/** Not every runtime has it; a timer takes a millisecond longer. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/** Resolves when the event loop has handled what was waiting, such as other clients' sockets. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate === undefined) setTimeout(resolve, 0);
    else setImmediate(resolve);
  });
}
