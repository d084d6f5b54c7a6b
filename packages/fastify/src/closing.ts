import type { Api, CloseOptions } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import {
  callback,
  checkOptions,
  delay,
  type OptionKinds,
  settlesWithin,
  texts,
  waitTime,
} from '@jsonrpc-kit/core/internal';
import type { ClosableServer, CloseOnSignalsOptions } from '@jsonrpc-kit/node';
import {
  afterCallsTimeout,
  callOnClosed,
  ServerConnections,
  shutDownOnSignals,
  type UnfinishedResponses,
} from '@jsonrpc-kit/node/adapter';
import type { FastifyInstance } from 'fastify';
import { type AppLogger, loggerOf } from './http-request.js';

/** Options for closing the api together with the application. */
export type PluginCloseOptions = Pick<CloseOptions, 'timeout'>;

/** Milliseconds that aborted calls have to roll back, and that their responses then have to be sent. */
const ABORT_TIMEOUT = 1_000;
const TIME_AFTER_ABORT = 2 * ABORT_TIMEOUT;
/** Milliseconds that the resources always have, even if the calls have taken the whole time. */
const MIN_ON_CLOSED_TIMEOUT = 500;

/** What closes an application, by its server, which all its encapsulated parts share. */
interface Closing {
  /** The timeouts of the apis. */
  readonly apis: Map<Api, number>;
  /** Those of `closeOnSignals()`, with the responses of all routes. */
  connections: ServerConnections | undefined;
}

const closings = new WeakMap<object, Closing>();

function closingOf({ server }: { readonly server: object }): Closing {
  const closing = closings.get(server) ?? { apis: new Map(), connections: undefined };
  closings.set(server, closing);
  return closing;
}

/**
 * Ends the calls of the api before Fastify closes the server, so that no call is lost and every response is
 * sent. Meanwhile, Fastify itself rejects new requests. The resources of the api are closed after the server.
 *
 * @throws RangeError if the timeout is negative, NaN, or too long for Fastify's `pluginTimeout`
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
      `jsonRpc: close.timeout is ${timeout}, but Fastify stops closing a plugin after pluginTimeout. ` +
        `Set pluginTimeout to 0, or to at least close.timeout plus ${TIME_AFTER_ABORT}.`,
    );
  }
  const closing = closingOf(app);
  closing.apis.set(api, timeout);
  let start = 0;
  app.addHook('preClose', async () => {
    start = performance.now();
    // The responses of all apis are waited for, so none of them may accept calls.
    void drainAll(closing);
    await adapterApi(api).drain(timeout, ABORT_TIMEOUT);
    const end = start + timeout + TIME_AFTER_ABORT - 200;
    // Fastify stops listening after this hook, also while other routes still respond.
    const { connections = responses } = closing;
    const left = end === Infinity ? afterCallsTimeout(timeout) : end - performance.now();
    await settlesWithin(connections.whenSent(), left);
  });
  // Other routes may use the resources of the api. Fastify calls this hook when they have responded, and
  // its pluginTimeout doesn't apply.
  app.addHook('onClose', () => {
    const left = start + closingTime(timeout) - performance.now();
    const onClosedTimeout = Math.min(afterCallsTimeout(timeout), left / 2);
    return api.close({
      timeout: 0,
      onClosedTimeout: Math.max(onClosedTimeout, MIN_ON_CLOSED_TIMEOUT),
    });
  });
}

/** Stops accepting calls, and waits for those that run. */
async function drainAll({ apis }: Pick<Closing, 'apis'>): Promise<void> {
  await Promise.all(
    Array.from(apis, ([api, timeout]) => adapterApi(api).drain(timeout, ABORT_TIMEOUT)),
  );
}

/** Returns how many milliseconds closing the application takes at most. */
function closingTime(timeout: number): number {
  return 3 * timeout + ABORT_TIMEOUT;
}

/** Returns the longest possible `close.timeout`; undefined if Fastify has no limit. */
function longestTimeout({ initialConfig }: FastifyInstance): number | undefined {
  const { pluginTimeout = 10_000 } = initialConfig;
  return pluginTimeout === 0 ? undefined : Math.max(pluginTimeout - TIME_AFTER_ABORT, 0);
}

/** A Fastify application of any server, logger and type provider. */
export interface ClosableApp {
  /** The HTTP server of the application. */
  readonly server: ClosableServer;
  /** The logger of the application. */
  readonly log: AppLogger;
  /** Closes the application and its server. */
  close(): PromiseLike<unknown>;
}

const KINDS: OptionKinds<Omit<CloseOnSignalsOptions, 'timeout'>> = {
  signals: texts,
  shutdownDelay: delay,
  onClosed: callback,
};

/**
 * Shuts down an application gracefully on SIGTERM or SIGINT. After the `shutdownDelay`, calls
 * `app.close()`, which lets running calls finish and sends their responses, and then calls `onClosed`.
 * The process then exits by itself, unless something else keeps it alive, such as another server. That is
 * logged after 10 seconds. The plugin's option `close: { timeout }` limits how long running calls may take.
 * With several applications, call the function once for each of them.
 *
 * A second signal ends the delay. If there is no delay, or it has ended, another signal exits the
 * process immediately with code 1. A signal within one second after the previous one is ignored,
 * because the process often receives the same signal twice: as a member of its process group, and from
 * its parent.
 *
 * ```ts
 * await app.listen({ port: 8000 });
 * closeOnSignals(app, { onClosed: () => database.close() });
 * ```
 *
 * @returns a function that starts the shutdown immediately, without the delay; every call returns the
 *   same promise
 * @throws TypeError or RangeError if an option is invalid; the message names it
 */
export function closeOnSignals(
  app: ClosableApp,
  options: Omit<CloseOnSignalsOptions, 'timeout'> = {},
): () => Promise<void> {
  checkOptions('closeOnSignals()', options, KINDS);
  const { signals, shutdownDelay, onClosed } = options;
  const connections = new ServerConnections(app.server);
  const closing = closingOf(app);
  closing.connections = connections;
  const { apis } = closing;
  let isUnfinished = false;
  return shutDownOnSignals({
    signals,
    shutdownDelay,
    announce: () => {
      for (const api of apis.keys()) adapterApi(api).announceShutdown();
      connections.endKeepAlive();
    },
    closeAll: async () => {
      isUnfinished = !(await closeApp(app, connections, { apis, onClosed }));
    },
    isUnfinished: () =>
      isUnfinished || Array.from(apis.keys()).some((api) => adapterApi(api).hasUnfinishedWork),
    logger: () => loggerOf(app) ?? console,
  });
}

/**
 * Closes the application within three times the timeout and a second. Returns whether everything has
 * ended.
 */
async function closeApp(
  app: ClosableApp,
  connections: ServerConnections,
  { apis, onClosed }: Pick<Closing, 'apis'> & { onClosed: (() => unknown) | undefined },
): Promise<boolean> {
  const timeout = Math.max(0, ...apis.values());
  let end = performance.now() + closingTime(timeout);
  const left = (): number => Math.max(end - performance.now(), 0);
  const logger = loggerOf(app) ?? console;
  const closed = Promise.all([app.close(), connections.closeWhenSent()]);
  if (timeout === Infinity) {
    // Only the calls have no limit.
    await drainAll({ apis });
    end = performance.now() + 2.5 * afterCallsTimeout(timeout);
  }
  if (!(await settlesWithin(closed, left() * 0.8))) connections.destroy();
  const isClosed = await settlesWithin(closed, left() / 2);
  if (!isClosed) logger.error({}, 'The application could not be closed');
  const onClosedTimeout = timeout === Infinity ? afterCallsTimeout(timeout) : left();
  return (await callOnClosed(onClosed, { timeout: onClosedTimeout, logger })) && isClosed;
}
