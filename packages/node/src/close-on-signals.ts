import {
  type Api,
  callback,
  checkOptions,
  waitTime,
  type OptionKinds,
  settlesWithin,
  texts,
} from '@jsonrpc-kit/core/adapter';
import { type ClosableServer, ServerConnections } from './server-connections.js';

export type { ClosableServer } from './server-connections.js';

/** Options of {@link closeOnSignals}. */
export interface CloseOnSignalsOptions {
  /** The signals that close the server; `[]` for none. Default: `['SIGTERM', 'SIGINT']`. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /**
   * Milliseconds for running work to finish before it is aborted, and again for responses to reach
   * their clients; `Infinity` for no limit. Default: 10,000.
   */
  readonly timeout?: number | undefined;
  /** Called after everything has ended, for example to close a database. */
  readonly onClosed?: (() => unknown) | undefined;
}

const KINDS: OptionKinds<CloseOnSignalsOptions> = {
  signals: texts,
  timeout: waitTime,
  onClosed: callback,
};

/**
 * Shuts a server down gracefully on SIGTERM or SIGINT. The api rejects new calls with 503 and lets
 * running ones finish; their responses are sent; the server and its connections are closed; the process
 * exits by itself.
 *
 * A second signal exits immediately with code 1, unless it comes within a second of the first: then it
 * is taken for a repetition, because a process group and its parent each send one.
 *
 * ```ts
 * const close = closeOnSignals(server, api, { onClosed: () => database.close() });
 * ```
 *
 * Don't call `server.close()` yourself: it doesn't wait for notifications and background tasks, and
 * cuts responses that are still being sent. If other code calls it, the api is closed afterwards.
 *
 * @returns a function that does the same without a signal; every call returns the same promise
 * @throws TypeError or RangeError if an option is invalid; the message names it
 */
export function closeOnSignals(
  server: ClosableServer,
  api: Api,
  options: CloseOnSignalsOptions = {},
): () => Promise<void> {
  checkOptions('closeOnSignals', options, KINDS);
  const { signals = ['SIGTERM', 'SIGINT'], timeout = 10_000, onClosed } = options;
  const connections = new ServerConnections(server);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= closeAll(connections, api, { timeout, onClosed }).finally(stopListening);
    return closed;
  };
  const stopListening = onSignals(signals, close, (err) => {
    api.logger.error({ err }, 'Shutdown failed');
  });
  server.on('close', () => void api.close({ timeout }));
  return close;
}

async function closeAll(
  connections: ServerConnections,
  api: Api,
  { timeout, onClosed }: { timeout: number; onClosed: (() => unknown) | undefined },
): Promise<void> {
  connections.endKeepAlive();
  await api.close({ timeout });
  await settlesWithin(connections.whenSent(), timeout);
  const closed = connections.close();
  if (!(await settlesWithin(closed, timeout))) connections.destroy();
  await closed;
  await onClosed?.();
}

/** A signal that comes this soon after the first one repeats it, in milliseconds. */
const REPEAT_INTERVAL = 1_000;

/**
 * Calls `close` on the first of the signals and lets the process exit by itself. A signal that comes
 * more than a second later ends the process immediately with code 1. An earlier one is ignored: a
 * signal to the process group arrives again from each parent that forwards it, as npm does.
 *
 * Finally closes the channel to the parent of a child process, because it keeps the process alive, as
 * in workers of `node:cluster`.
 *
 * @returns a function that stops listening, unless a signal has come
 */
export function onSignals(
  signals: readonly NodeJS.Signals[],
  close: () => Promise<void>,
  reportFailure: (error: unknown) => void,
): () => void {
  let firstAt: number | undefined;
  const closeAndDisconnect = async (): Promise<void> => {
    try {
      await close();
    } catch (error) {
      reportFailure(error);
      process.exitCode = 1;
    }
    if (process.connected) process.disconnect();
  };
  const onSignal = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      void closeAndDisconnect();
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
