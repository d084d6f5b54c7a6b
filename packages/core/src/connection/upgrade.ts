import type { ApiHost } from '../api/api-host.js';
import type { Api } from '../api/api.js';
import { adapterApi } from '../api/adapter-api.js';
import type { MaybePromise } from '../async/maybe-promise.js';
import { settlesWithin } from '../async/timers.js';
import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import { count } from '../context/measurement.js';
import { isBaseError } from '../errors/base-error.js';
import type { Thrown } from '../di/dependency-stack.js';
import type { OverridablePlan } from '../di/overridable-plan.js';
import { httpErrorResponse } from '../errors/http-error-response.js';
import { InvalidParams, LimitExceeded, RequestTimeout } from '../errors/standard-errors.js';
import { httpErrorOf } from '../errors/unauthorized.js';
import { shuttingDownResponse } from '../exchange/rejections.js';
import { misdirectedResponse } from '../http/allowed-hosts.js';
import { detailResponse, type HttpResponse } from '../http/http-response.js';
import { withSendableHeaders } from '../http/http-response-head.js';
import { ConnectionClient } from './connection-client.js';
import { ConnectionScope, type OpenedConnection } from './connection-scope.js';
import { Connections } from './connections.js';
import type { ConnectionInput, Socket, UpgradeRequest } from './socket.js';

/** The outcome of the checks of an upgrade. */
export type UpgradeDecision = AcceptedUpgrade | RejectedUpgrade;

/** The runtime sends a response instead of opening the connection. */
export interface RejectedUpgrade {
  /** The connection must not be opened. */
  readonly kind: 'rejected';
  /** The HTTP response. */
  readonly response: HttpResponse;
}

/** The runtime opens the connection, and calls exactly one of the functions. */
export interface AcceptedUpgrade {
  /** The connection may be opened. */
  readonly kind: 'accepted';
  /** The maximum size of a message in bytes. */
  readonly maxMessageBytes: number;
  /** Begins the connection. Call it in the turn in which the runtime opens its socket. */
  open(socket: Socket): ConnectionInput;
  /** Reports that the runtime can't open the connection. */
  cancel(): void;
}

/** Opens connections to the entrypoints of an api. */
export interface ConnectionAcceptor {
  /**
   * Checks a request to open a connection: its path, `Host`, `Origin`, the limits and the
   * `connectionDependencies`. Returns undefined if no entrypoint has the path. Never rejects.
   */
  upgrade(request: UpgradeRequest): MaybePromise<UpgradeDecision> | undefined;
}

const acceptors = new WeakMap<Api, ConnectionAcceptor>();

/**
 * Returns the part of an api that opens connections, for adapters.
 *
 * @param caller the function that the application called, for error messages
 * @throws TypeError if the value isn't an `Api`
 */
export function acceptConnections(api: Api, caller: string): ConnectionAcceptor {
  // Each api of this version has a host of this class.
  const host = adapterApi(api, caller) as ApiHost;
  const known = acceptors.get(api);
  if (known !== undefined) return known;
  const connections = new Connections(host, (callback) => api.onClosed(callback));
  const acceptor = { upgrade: (request: UpgradeRequest) => upgrade(connections, request) };
  acceptors.set(api, acceptor);
  return acceptor;
}

function upgrade(
  connections: Connections,
  request: UpgradeRequest,
): MaybePromise<UpgradeDecision> | undefined {
  const { host } = connections;
  const bound = host.router.boundAt(request.path);
  if (bound === undefined) return undefined;
  if (host.running.isClosing) return reject(bound, shuttingDownResponse());
  if (!host.allowsHost(request)) return reject(bound, misdirectedResponse());
  if (!allowsOrigin(request, host.connectionSettings.allowedOrigins)) {
    return reject(bound, detailResponse(403, 'This origin is not allowed'));
  }
  if (!connections.reserve()) {
    return reject(bound, detailResponse(503, 'Too many connections', [['retry-after', '1']]));
  }
  const client = new ConnectionClient(request);
  const { connectionPlan } = bound;
  return connectionPlan === undefined
    ? accept(connections, { bound, client, scope: undefined })
    : resolve(connections, new ConnectionScope(bound, client), connectionPlan);
}

function reject({ logger, entrypoint }: BoundEntrypoint, response: HttpResponse): UpgradeDecision {
  count(logger, {
    name: 'jsonrpc.server.rejected_connections',
    value: 1,
    attributes: {
      'jsonrpc.entrypoint': entrypoint.path,
      'jsonrpc.rejection': `http-${response.status}`,
    },
  });
  return { kind: 'rejected', response };
}

function accept(connections: Connections, opened: OpenedConnection): AcceptedUpgrade {
  return {
    kind: 'accepted',
    maxMessageBytes: opened.bound.settings.limits.maxBodyBytes,
    open: (socket) => connections.open(opened, socket),
    cancel: () => {
      const { bound, client, scope } = opened;
      client.abort(new DOMException('The client disconnected', 'AbortError'));
      if (scope !== undefined) bound.running.work.track(scope.close());
      connections.release();
    },
  };
}

/** Resolves the `connectionDependencies` within the entrypoint's time limit. */
async function resolve(
  connections: Connections,
  scope: ConnectionScope,
  plan: OverridablePlan,
): Promise<UpgradeDecision> {
  const { bound, client } = scope;
  const resolving = scope.resolve(plan);
  let failure: Thrown | undefined;
  if (await settlesWithin(resolving, bound.settings.timeout)) {
    failure = await resolving;
  } else {
    scope.interruption = new RequestTimeout();
    client.abort(scope.interruption);
    failure = { error: scope.interruption };
    bound.abandoned.begin();
    void resolving.then(() => bound.abandoned.end());
    bound.running.work.track(resolving);
  }
  if (failure !== undefined) {
    connections.release();
    return reject(bound, failureResponse(failure.error, scope));
  }
  const accepted = accept(connections, { bound, client, scope });
  if (!bound.running.isClosing) return accepted;
  accepted.cancel();
  return reject(bound, shuttingDownResponse());
}

/** Returns the response to an upgrade whose dependencies have failed. */
function failureResponse(error: unknown, { logger }: ConnectionScope): HttpResponse {
  try {
    const httpError = httpErrorOf(error, { isBatch: false, carrier: { kind: 'http' } });
    if (httpError !== undefined) return withSendableHeaders(httpErrorResponse(httpError), logger);
    if (error instanceof InvalidParams) return detailResponse(400, error.data ?? error.message);
    if (error instanceof LimitExceeded || error instanceof RequestTimeout) {
      return detailResponse(503, error.message, [['retry-after', '1']]);
    }
    if (isBaseError(error)) return detailResponse(403, error.message);
  } catch (err) {
    logger.error({ err }, 'Upgrade failed');
  }
  logger.error({ err: error }, 'Upgrade failed');
  return detailResponse(500, 'Internal Server Error');
}

/** Whether a page of this origin may open connections. Programs that aren't browsers send no origin. */
function allowsOrigin(request: UpgradeRequest, allowedOrigins: readonly string[]): boolean {
  const origin = request.header('origin')?.toLowerCase();
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  const host = request.header('host')?.toLowerCase();
  return host !== undefined && origin.replace(/^[a-z][\w+.-]*:\/\//, '') === host;
}
