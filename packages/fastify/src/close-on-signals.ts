import { callback, checkOptions, texts } from '@jsonrpc-kit/core/adapter';
import type { ClosableServer, CloseOnSignalsOptions } from '@jsonrpc-kit/node';
import { onSignals, ServerConnections } from '@jsonrpc-kit/node/adapter';
import { type AppLogger, loggerOf } from './logger-of.js';

/** A Fastify application of any server, logger and type provider. */
export interface ClosableApp {
  /** Fastify's own. */
  readonly server: ClosableServer;
  /** Fastify's own. */
  readonly log: AppLogger;
  /** Fastify's own. */
  close(): PromiseLike<unknown>;
}

/**
 * Closes the app on SIGTERM and SIGINT, or on the `signals` that are given, without losing an answer,
 * and leaves the process to exit by itself. Another signal more than a second later exits at once, with
 * code 1; an earlier one is a repetition of the first, as a process group and its parent cause. How long
 * running calls have is the `closeTimeout` of the plugin.
 *
 * ```ts
 * await app.listen({ port: 8000 });
 * closeOnSignals(app, { onClosed: () => database.close() });
 * ```
 *
 * @returns closes without a signal; called again, it gives the same promise
 */
export function closeOnSignals(
  app: ClosableApp,
  options: Pick<CloseOnSignalsOptions, 'signals' | 'onClosed'> = {},
): () => Promise<void> {
  checkOptions('closeOnSignals', options, { signals: texts, onClosed: callback });
  const { signals = ['SIGTERM', 'SIGINT'], onClosed } = options;
  const connections = new ServerConnections(app.server);
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= closeAll(app, connections, onClosed).finally(stopListening);
    return closed;
  };
  const stopListening = onSignals(signals, close, (err) => {
    const text = 'The shutdown failed';
    const logger = loggerOf(app);
    if (logger === undefined) console.error(text, err);
    else logger.error({ err }, text);
  });
  return close;
}

async function closeAll(
  app: ClosableApp,
  connections: ServerConnections,
  onClosed: (() => unknown) | undefined,
): Promise<void> {
  connections.endKeepAlive();
  await Promise.all([app.close(), connections.closeWhenSent()]);
  await onClosed?.();
}
