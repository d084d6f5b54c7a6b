import type { FastifyInstance } from 'fastify';

/** Closes the app on the first SIGTERM or SIGINT; a second one ends the process at once. */
export function closeOnSignals(app: FastifyInstance): void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const close = async (): Promise<void> => {
    for (const signal of signals) process.off(signal, onSignal);
    try {
      await app.close();
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  };
  const onSignal = (): void => void close();
  for (const signal of signals) process.on(signal, onSignal);
}
