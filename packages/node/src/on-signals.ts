/**
 * Closes on the first of the signals, and leaves the process to exit by itself; a second one ends it at
 * once, with code 1. In a child process, as those of `node:cluster` are, the channel to the parent is
 * let go of in the end: it alone would keep the process alive.
 *
 * @returns stops listening
 */
export function onSignals(
  signals: readonly NodeJS.Signals[],
  close: () => Promise<void>,
  report: (error: unknown) => void,
): () => void {
  let hasCome = false;
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
    if (hasCome) process.exit(1);
    hasCome = true;
    void closeOnce();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
