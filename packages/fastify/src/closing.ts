import type { CloseOptions } from '@jsonrpc-kit/core';
import {
  adapterApi,
  type Api,
  callback,
  checkOptions,
  delay,
  type OptionKinds,
  waitTime,
  settlesWithin,
  texts,
} from '@jsonrpc-kit/core/adapter';
import type { ClosableServer, CloseOnSignalsOptions } from '@jsonrpc-kit/node';
import {
  ServerConnections,
  shutDownOnSignals,
  type UnfinishedResponses,
} from '@jsonrpc-kit/node/adapter';
import type { FastifyInstance } from 'fastify';
import { type AppLogger, loggerOf } from './http-request.js';

/** Options of the plugin for closing the api with the application. */
export type PluginCloseOptions = Pick<CloseOptions, 'timeout'>;

/** Milliseconds for aborted calls to roll back, and again for their responses to be sent. */
const ABORT_TIMEOUT = 1_000;
const TIME_AFTER_ABORT = 2 * ABORT_TIMEOUT;

/** The apis of an application, by its server, which all its encapsulated parts share. */
const apisOfServers = new WeakMap<object, Set<Api>>();

/**
 * Closes the api before Fastify closes the server, so that no call is lost and every response is sent.
 * From then on Fastify itself rejects new requests.
 *
 * @throws RangeError if the timeout is negative or NaN, or Fastify's `pluginTimeout` would end it
 */
export function closeWithApp(
  app: FastifyInstance,
  api: Api,
  { responses, close }: { responses: UnfinishedResponses; close: PluginCloseOptions | undefined },
): void {
  if (close !== undefined) checkOptions('jsonRpc: close', close, { timeout: waitTime });
  const longest = longestTimeout(app);
  const timeout = close?.timeout ?? longest ?? 10_000;
  if (timeout > (longest ?? Infinity)) {
    throw new RangeError(
      `jsonRpc: close.timeout is ${timeout}, but Fastify's pluginTimeout ends the closing of a plugin. ` +
        `Set pluginTimeout to 0, or to close.timeout plus ${TIME_AFTER_ABORT} or more.`,
    );
  }
  const apis = apisOfServers.get(app.server) ?? new Set();
  apisOfServers.set(app.server, apis.add(api));
  app.addHook('preClose', async () => {
    const end = performance.now() + timeout + TIME_AFTER_ABORT - 200;
    await api.close({ timeout, abortTimeout: ABORT_TIMEOUT });
    await settlesWithin(responses.whenSent(), end - performance.now());
  });
}

/** Undefined if Fastify sets no limit. */
function longestTimeout({ initialConfig }: FastifyInstance): number | undefined {
  const { pluginTimeout = 10_000 } = initialConfig;
  return pluginTimeout === 0 ? undefined : Math.max(pluginTimeout - TIME_AFTER_ABORT, 0);
}

/** A Fastify application of any server, logger and type provider. */
export interface ClosableApp {
  /** Fastify's own. */
  readonly server: ClosableServer;
  /** Fastify's own. */
  readonly log: AppLogger;
  /** Fastify's own. */
  close(): PromiseLike<unknown>;
}

const KINDS: OptionKinds<Omit<CloseOnSignalsOptions, 'timeout'>> = {
  signals: texts,
  shutdownDelay: delay,
  onClosed: callback,
};

/**
 * Shuts an application down gracefully on SIGTERM or SIGINT. After the `shutdownDelay`, calls
 * `app.close()`, which lets running calls finish and sends their responses, then `onClosed`. The process
 * exits by itself. The plugin's option `close: { timeout }` limits how long running calls may take.
 *
 * A second signal ends the delay. Without a delay, or after it, a further signal exits immediately with
 * code 1. A signal within a second of the last one is ignored as a repetition, because a process group and
 * its parent each send one.
 *
 * ```ts
 * await app.listen({ port: 8000 });
 * closeOnSignals(app, { onClosed: () => database.close() });
 * ```
 *
 * @returns a function that shuts down without a signal and without a delay; every call returns the same
 *   promise
 * @throws TypeError or RangeError if an option is invalid; the message names it
 */
export function closeOnSignals(
  app: ClosableApp,
  options: Omit<CloseOnSignalsOptions, 'timeout'> = {},
): () => Promise<void> {
  checkOptions('closeOnSignals', options, KINDS);
  const { signals, shutdownDelay, onClosed } = options;
  const connections = new ServerConnections(app.server);
  return shutDownOnSignals({
    signals,
    shutdownDelay,
    announce: () => {
      for (const api of apisOfServers.get(app.server) ?? []) adapterApi(api).announceShutdown();
      connections.endKeepAlive();
    },
    closeAll: () => closeApp(app, connections, onClosed),
    reportFailure: (err) => {
      const message = 'Shutdown failed';
      const logger = loggerOf(app);
      if (logger === undefined) console.error(message, err);
      else logger.error({ err }, message);
    },
  });
}

async function closeApp(
  app: ClosableApp,
  connections: ServerConnections,
  onClosed: (() => unknown) | undefined,
): Promise<void> {
  await Promise.all([app.close(), connections.closeWhenSent()]);
  await onClosed?.();
}
