/** Signals that come so soon after the first one are repetitions of it, in milliseconds. */
const REPEAT_INTERVAL = 1_000;

/**
 * Calls `close` on the first of the signals and leaves the process to exit by itself. A signal that
 * comes more than a second later ends the process at once, with code 1. An earlier one is ignored: a
 * signal to the process group arrives once more from each parent that forwards it, as npm does.
 *
 * Closes the channel to the parent of a child process at the end, because the channel keeps the
 * process alive, as in workers of `node:cluster`.
 *
 * @returns a function that stops listening, unless a signal has come
 */
export function onSignals(
  signals: readonly NodeJS.Signals[],
  close: () => Promise<void>,
  report: (error: unknown) => void,
): () => void {
  let firstAt: number | undefined;
  const closeOnce = async (): Promise<void> => {
    try {
      await close();
    } catch (error) {
      report(error);
      process.exitCode = 1;
    }
    if (process.connected) process.disconnect();
  };
  const onSignal = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      void closeOnce();
    } else if (performance.now() - firstAt > REPEAT_INTERVAL) {
      process.exit(1);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    // Without a listener a repeated signal would kill the process before it has exited by itself.
    if (firstAt !== undefined) return;
    for (const signal of signals) process.off(signal, onSignal);
  };
}
