import {
  type Api,
  callback,
  checkOptions,
  duration,
  type OptionKinds,
  settlesWithin,
  texts,
} from '@jsonrpc-kit/core/adapter';
import { onSignals } from './on-signals.js';
import { type ClosableServer, ServerConnections } from './server-connections.js';

export type { ClosableServer } from './server-connections.js';

/** When {@link closeOnSignals} begins, how long it waits, and what it closes in the end. */
export interface CloseOnSignalsOptions {
  /** Default: `['SIGTERM', 'SIGINT']`. With none of them only the returned function closes. */
  readonly signals?: readonly NodeJS.Signals[] | undefined;
  /**
   * Milliseconds for running calls to end, and again for answers to reach their clients; `Infinity`
   * waits without a limit. Default: 10,000.
   */
  readonly timeout?: number | undefined;
  /** Closes what the methods need, as a database: it is called when nothing runs any more. */
  readonly onClosed?: (() => unknown) | undefined;
}

const KINDS: OptionKinds<CloseOnSignalsOptions> = {
  signals: texts,
  timeout: duration,
  onClosed: callback,
};

/**
 * Ends a server without losing an answer: the api takes no new calls (503) and lets the running ones
 * end, their answers are sent, the server and its connections are closed, and the process is left to
 * exit by itself. Another signal more than a second later exits at once, with code 1; an earlier one
 * is a repetition of the first, as a process group and its parent cause.
 *
 * ```ts
 * const close = closeOnSignals(server, api, { onClosed: () => database.close() });
 * ```
 *
 * `server.close()` alone is no good end: it knows nothing of notifications and background tasks, and
 * cuts answers that are still leaving. Where it is called all the same, the api is closed after it.
 *
 * @returns closes without a signal; called again, it gives the same promise
 * @throws RangeError where `timeout` is negative or NaN
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
    closed ??= closeAll(connections, api, timeout, onClosed).finally(stopListening);
    return closed;
  };
  const stopListening = onSignals(signals, close, (err) => {
    api.logger.error({ err }, 'The shutdown failed');
  });
  server.on('close', () => void api.close({ timeout }));
  return close;
}

async function closeAll(
  connections: ServerConnections,
  api: Api,
  timeout: number,
  onClosed: (() => unknown) | undefined,
): Promise<void> {
  connections.endKeepAlive();
  await api.close({ timeout });
  await settlesWithin(connections.whenSent(), timeout);
  const closed = connections.close();
  if (!(await settlesWithin(closed, timeout))) connections.destroy();
  await closed;
  await onClosed?.();
}
