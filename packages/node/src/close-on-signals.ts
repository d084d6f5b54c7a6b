import {
  adapterApi,
  type Api,
  callback,
  checkOptions,
  delay,
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
   * Milliseconds for which the server still accepts calls after a signal. `api.isShuttingDown` is already
   * true: let the health check fail then, and a load balancer sends calls elsewhere. A second signal ends
   * the delay. Default: 0.
   */
  readonly shutdownDelay?: number | undefined;
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
  shutdownDelay: delay,
  timeout: waitTime,
  onClosed: callback,
};

/**
 * Shuts a server down gracefully on SIGTERM or SIGINT. After the `shutdownDelay`, the api rejects new
 * calls with 503 and lets running ones finish; their responses are sent; the server and its connections
 * are closed; the process exits by itself.
 *
 * A second signal ends the delay. Without a delay, or after it, a further signal exits immediately with
 * code 1. A signal within a second of the last one is ignored as a repetition, because a process group and
 * its parent each send one.
 *
 * ```ts
 * const close = closeOnSignals(server, api, { onClosed: () => database.close() });
 * ```
 *
 * Don't call `server.close()` yourself: it doesn't wait for notifications and background tasks, and
 * cuts responses that are still being sent. If other code calls it, the api is closed afterwards.
 *
 * @returns a function that shuts down without a signal and without a delay; every call returns the same
 *   promise
 * @throws TypeError or RangeError if an option is invalid; the message names it
 */
export function closeOnSignals(
  server: ClosableServer,
  api: Api,
  options: CloseOnSignalsOptions = {},
): () => Promise<void> {
  const host = adapterApi(api, 'closeOnSignals()');
  checkOptions('closeOnSignals', options, KINDS);
  const { signals, shutdownDelay, timeout = 10_000, onClosed } = options;
  const connections = new ServerConnections(server);
  const close = shutDownOnSignals({
    signals,
    shutdownDelay,
    announce: () => {
      host.announceShutdown();
      connections.endKeepAlive();
    },
    closeAll: () => closeServer(connections, api, { timeout, onClosed }),
    reportFailure: (err) => api.logger.error({ err }, 'Shutdown failed'),
  });
  server.on('close', () => void api.close({ timeout }));
  return close;
}

async function closeServer(
  connections: ServerConnections,
  api: Api,
  { timeout, onClosed }: { timeout: number; onClosed: (() => unknown) | undefined },
): Promise<void> {
  await api.close({ timeout });
  await settlesWithin(connections.whenSent(), timeout);
  const closed = connections.close();
  if (!(await settlesWithin(closed, timeout))) connections.destroy();
  await closed;
  await onClosed?.();
}

/** A signal that comes this soon after the last one repeats it, in milliseconds. */
const REPEAT_INTERVAL = 1_000;

/** What {@link shutDownOnSignals} does. */
export interface Shutdown extends Pick<CloseOnSignalsOptions, 'signals' | 'shutdownDelay'> {
  /** Called before the delay, and again before `closeAll`. */
  readonly announce: () => void;
  /** Closes everything. Called once. */
  readonly closeAll: () => Promise<void>;
  /** Receives the error if `closeAll` rejects after a signal. */
  readonly reportFailure: (error: unknown) => void;
}

/**
 * Calls `closeAll` after the first of the signals and the delay, and lets the process exit by itself. A
 * signal that comes more than a second after the last one ends the delay or, without one, the process
 * with code 1. An earlier one is ignored: a signal to the process group arrives again from each parent
 * that forwards it, as npm does.
 *
 * Finally closes the channel to the parent of a child process, because it keeps the process alive, as
 * in workers of `node:cluster`.
 *
 * @returns a function that calls `closeAll` immediately; every call returns the same promise
 */
export function shutDownOnSignals({
  signals = ['SIGTERM', 'SIGINT'],
  shutdownDelay = 0,
  announce,
  closeAll,
  reportFailure,
}: Shutdown): () => Promise<void> {
  let lastSignalAt: number | undefined;
  let endDelay = (): void => undefined;
  let closed: Promise<void> | undefined;

  const close = (): Promise<void> => {
    endDelay();
    announce();
    closed ??= closeAll().finally(stopListening);
    return closed;
  };
  const shutDown = async (): Promise<void> => {
    if (shutdownDelay > 0 && closed === undefined) {
      announce();
      const ended = new Promise<void>((resolve) => {
        endDelay = resolve;
      });
      await settlesWithin(ended, shutdownDelay);
    }
    try {
      await close();
    } catch (error) {
      reportFailure(error);
      process.exitCode = 1;
    }
    if (process.connected) process.disconnect();
  };
  const onSignal = (): void => {
    const now = performance.now();
    if (lastSignalAt === undefined) void shutDown();
    else if (now - lastSignalAt <= REPEAT_INTERVAL) return;
    else if (closed === undefined) endDelay();
    else process.exit(1);
    lastSignalAt = now;
  };
  const stopListening = (): void => {
    // Without a listener a repeated signal would kill the process before it has exited by itself.
    if (lastSignalAt !== undefined) return;
    for (const signal of signals) process.off(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return close;
}
