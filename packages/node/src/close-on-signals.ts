import type { Api } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import {
  callback,
  checkOptions,
  delay,
  nameOf,
  type OptionKinds,
  settlesWithin,
  texts,
  waitTime,
} from '@jsonrpc-kit/core/internal';
import { type ClosableServer, ServerConnections } from './server-connections.js';

export type { ClosableServer } from './server-connections.js';

/** Options of {@link closeOnSignals}. */
export interface CloseOnSignalsOptions {
  /** The signals that close the server; `[]` for none. Default: `['SIGTERM', 'SIGINT']`. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /**
   * Milliseconds for which the server still accepts calls after a signal. `api.isShuttingDown` is true
   * during the delay: make your health check fail while it is, so that load balancers send calls to
   * other processes. A second signal ends the delay. Default: 0.
   */
  readonly shutdownDelay?: number | undefined;
  /**
   * Milliseconds that running work has to finish before it is aborted. Applies again to sending the
   * responses and to closing the connections. With `Infinity`, running work has no limit, and the other
   * steps have 10,000 each. Default: 10,000.
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
 * Shuts down a server gracefully on SIGTERM or SIGINT:
 *
 * 1. During the `shutdownDelay`, the server still accepts calls.
 * 2. The api rejects new calls with 503, and running calls finish.
 * 3. Their responses are sent, and those of the server's other routes.
 * 4. The resources of the api are closed, then the server and its connections. `onClosed` is called.
 * 5. The process exits by itself, unless something else keeps it alive, such as another server. That is
 *    logged after 10 seconds.
 *
 * This takes at most `shutdownDelay` plus three times `timeout` plus one second. If something of the server
 * or the api still runs then, such as a resource that can't be closed, it is logged, and the process exits
 * with code 1. With several servers, call the function once for each of them.
 *
 * A second signal ends the delay. If there is no delay, or it has ended, another signal exits the
 * process immediately with code 1. A signal within one second after the previous one is ignored,
 * because the process often receives the same signal twice: as a member of its process group, and from
 * its parent.
 *
 * ```ts
 * const close = closeOnSignals(server, api, { onClosed: () => database.close() });
 * ```
 *
 * Don't call `server.close()` yourself. It doesn't wait for notifications and background tasks, and it
 * truncates responses that are still being sent. If other code calls it, the api is closed afterwards.
 *
 * @returns a function that starts the shutdown immediately, without the delay; every call returns the
 *   same promise
 * @throws TypeError or RangeError if an option is invalid; the message names it
 */
export function closeOnSignals(
  server: ClosableServer,
  api: Api,
  options: CloseOnSignalsOptions = {},
): () => Promise<void> {
  const host = adapterApi(api, 'closeOnSignals()');
  checkOptions('closeOnSignals()', options, KINDS);
  const { signals, shutdownDelay, timeout = 10_000, onClosed } = options;
  const connections = new ServerConnections(server);
  let isUnfinished = false;
  const close = shutDownOnSignals({
    signals,
    shutdownDelay,
    announce: () => {
      host.announceShutdown();
      connections.endKeepAlive();
    },
    closeAll: async () => {
      isUnfinished = !(await closeServer(connections, api, { timeout, onClosed }));
    },
    isUnfinished: () => isUnfinished || host.hasUnfinishedWork,
    logger: () => api.logger,
  });
  server.on('close', () => void api.close({ timeout }));
  return close;
}

/** Milliseconds that aborted calls have to roll back. */
const ABORT_TIMEOUT = 1_000;

/** The milliseconds of each step after the calls. If calls may take forever, nothing else may. */
export function afterCallsTimeout(timeout: number): number {
  return timeout === Infinity ? 10_000 : timeout;
}

/**
 * Closes the server within three times the timeout and a second. Each step leaves half of the remaining
 * time to those after it. Returns whether everything has ended.
 */
async function closeServer(
  connections: ServerConnections,
  api: Api,
  { timeout, onClosed }: { timeout: number; onClosed: (() => unknown) | undefined },
): Promise<boolean> {
  const stepTimeout = afterCallsTimeout(timeout);
  let end = performance.now() + 3 * timeout + ABORT_TIMEOUT;
  const left = (): number => Math.max(end - performance.now(), 0);
  await adapterApi(api).drain(timeout, ABORT_TIMEOUT);
  if (end === Infinity) end = performance.now() + 4 * stepTimeout;
  // Other routes of the server may use the resources of the api.
  await settlesWithin(connections.whenSent(), Math.min(stepTimeout, left() / 2));
  await api.close({ timeout: 0, onClosedTimeout: Math.min(stepTimeout, left() / 2) });
  const closed = connections.close();
  if (!(await settlesWithin(closed, Math.min(stepTimeout, left() / 2)))) connections.destroy();
  const isClosed = await settlesWithin(closed, left() / 2);
  if (!isClosed) api.logger.warn({}, 'Connections could not be closed');
  const onClosedTimeout = timeout === Infinity ? stepTimeout : left();
  const isDone = await callOnClosed(onClosed, { timeout: onClosedTimeout, logger: api.logger });
  return isDone && isClosed;
}

/**
 * Calls the `onClosed` callback of an application, and logs if it hangs. Returns whether it has ended.
 */
export async function callOnClosed(
  onClosed: (() => unknown) | undefined,
  { timeout, logger }: { readonly timeout: number; readonly logger: Pick<Api['logger'], 'warn'> },
): Promise<boolean> {
  if (onClosed === undefined) return true;
  const running = (async () => onClosed())();
  if (await settlesWithin(running, timeout)) return true;
  running.catch((err: unknown) => logger.warn({ err }, 'onClosed callback failed'));
  logger.warn({ callback: nameOf(onClosed) }, 'onClosed callback hangs');
  return false;
}

/** A signal that arrives within this number of milliseconds after the previous one is ignored. */
const REPEAT_INTERVAL = 1_000;

/** Milliseconds after a shutdown, within which the process should have exited by itself. */
const EXIT_TIMEOUT = 10_000;

function reportAlive(logger: Pick<Api['logger'], 'warn'>): void {
  // Not every runtime has the function.
  const resources = 'getActiveResourcesInfo' in process ? process.getActiveResourcesInfo() : [];
  logger.warn({ resources }, 'Process still runs after its shutdown');
}

/** Options of {@link shutDownOnSignals}. */
export interface Shutdown extends Pick<CloseOnSignalsOptions, 'signals' | 'shutdownDelay'> {
  /** Called before the delay, and again before `closeAll`. */
  readonly announce: () => void;
  /** Closes the server, the api and everything else. Called once. */
  readonly closeAll: () => Promise<void>;
  /** Whether something still runs after `closeAll`, and may keep the process alive. */
  readonly isUnfinished: () => boolean;
  /** Returns the logger for failures of the shutdown, and for what keeps the process alive after it. */
  readonly logger: () => Pick<Api['logger'], 'error' | 'warn'>;
}

/**
 * Calls `closeAll` after a signal and the delay, and lets the process exit by itself. Another signal, more
 * than a second after the previous one, ends the delay or exits the process with code 1. An earlier signal
 * is ignored: if a signal is sent to the process group, a parent that forwards signals, such as npm, sends
 * it again.
 *
 * Finally closes the IPC channel to the parent process, if there is one, as in workers of
 * `node:cluster`, because the channel keeps the process alive.
 *
 * @returns a function that calls `closeAll` immediately; every call returns the same promise
 */
export function shutDownOnSignals(shutdown: Shutdown): () => Promise<void> {
  const { signals = ['SIGTERM', 'SIGINT'], shutdownDelay = 0 } = shutdown;
  const { announce, closeAll, isUnfinished, logger } = shutdown;
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
    } catch (err) {
      logger().error({ err }, 'Shutdown failed');
      process.exitCode = 1;
    }
    if (isUnfinished()) process.exit(1);
    if (process.connected) process.disconnect();
    setTimeout(() => reportAlive(logger()), EXIT_TIMEOUT).unref();
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
    // Without a listener, a repeated signal would kill the process before it exits by itself.
    if (lastSignalAt !== undefined) return;
    for (const signal of signals) process.off(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return close;
}
