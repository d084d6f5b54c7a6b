import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Api } from '@jsonrpc-kit/core';
import { adapterApi, detailResponse, type HttpResponse } from '@jsonrpc-kit/core/adapter';
import {
  acceptConnections,
  type AcceptedUpgrade,
  type UpgradeDecision,
  type UpgradeRequest,
} from '@jsonrpc-kit/core/connection';
import { checkOptions, isPromise, type OptionKinds, text } from '@jsonrpc-kit/core/internal';
import type { MaybePromise } from '@jsonrpc-kit/core/types';
import { WebSocketServer } from 'ws';
import { joinRepeated, targetPath } from './http-request.js';
import {
  isOtherUpgrade,
  leaveOtherUpgrades,
  readAsRequest,
  type ServerOfUpgrades,
} from './other-upgrades.js';
import { attach, WsSocket } from './ws-socket.js';

/** A server of `node:http` or `node:https`. */
export interface UpgradableServer extends ServerOfUpgrades {
  // The listeners of these servers have different parameters, also between versions of @types/node.
  /** Adds a listener. */
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  on(event: 'upgrade', listener: (...args: any[]) => void): unknown;
}

/** Options of {@link acceptWebSockets}. */
export interface AcceptWebSocketsOptions {
  /** The prefix at which the api is mounted, such as `'/v1'`. Default: none. */
  readonly basePath?: string | undefined;
}

const KINDS: OptionKinds<AcceptWebSocketsOptions> = { basePath: text };

/**
 * Opens connections over WebSocket at the paths of the entrypoints. The limits are options of the api.
 * A WebSocket at another path gets 404, unless the server has another listener for upgrades. A request for another
 * protocol, such as `Upgrade: h2c`, gets the response of a request without that header.
 *
 * ```ts
 * const server = createServer(jsonRpc(api)).listen(3000);
 * acceptWebSockets(server, api);
 * ```
 *
 * `api.close()` closes the connections. `closeOnSignals()` calls it before it closes the server.
 *
 * @throws TypeError if the api or an option is invalid
 */
export function acceptWebSockets(
  server: UpgradableServer,
  api: Api,
  options: AcceptWebSocketsOptions = {},
): void {
  const acceptor = acceptConnections(api, 'acceptWebSockets()');
  checkOptions('acceptWebSockets()', options, KINDS);
  const { logger } = adapterApi(api);
  const basePath = (options.basePath ?? '').replace(/\/$/, '');
  const decide = (incoming: IncomingMessage): MaybePromise<UpgradeDecision> | undefined => {
    const path = targetPath(incoming.url ?? '/');
    return path.startsWith(`${basePath}/`)
      ? acceptor.upgrade(toUpgradeRequest(incoming, path.slice(basePath.length)))
      : undefined;
  };
  const decisions = decisionsOf.get(server);
  if (decisions !== undefined) {
    decisions.push(decide);
    return;
  }
  const decideAll = [decide];
  decisionsOf.set(server, decideAll);
  leaveOtherUpgrades(server);
  server.on('upgrade', (incoming: IncomingMessage, raw: Socket, head: Buffer) => {
    if (isOtherUpgrade(server, incoming)) {
      readAsRequest(server, incoming, raw, head);
      return;
    }
    const decision = firstDecision(decideAll, incoming);
    if (decision === undefined && server.listenerCount('upgrade') > 1) return;
    // Without a listener, the end of the connection would be an uncaught exception.
    raw.on('error', ignore);
    const proceed = (decided: UpgradeDecision | undefined): void => {
      if (decided?.kind === 'accepted') openSocket(decided, { incoming, raw, head });
      else reject(raw, decided?.response ?? detailResponse(404, 'Not Found'));
    };
    if (!isPromise(decision)) proceed(decision);
    else {
      void decision.then(proceed).catch((err: unknown) => {
        logger.error({ err }, 'Upgrade failed');
        raw.destroy();
      });
    }
  });
}

type Decide = (incoming: IncomingMessage) => MaybePromise<UpgradeDecision> | undefined;

/** What the apis of a server decide. They share one listener, so that one of them rejects other paths. */
const decisionsOf = new WeakMap<UpgradableServer, Decide[]>();

function firstDecision(
  all: readonly Decide[],
  incoming: IncomingMessage,
): MaybePromise<UpgradeDecision> | undefined {
  for (const decide of all) {
    const decision = decide(incoming);
    if (decision !== undefined) return decision;
  }
  return undefined;
}

/** The listener of each socket. A closure would keep the request, which it was created for. */
function ignore(): void {
  // A close event follows each error.
}

/**
 * Keeps the headers as one text, which has a tenth of the size of the request. Names and values contain no line
 * breaks.
 */
function toUpgradeRequest({ rawHeaders, socket }: IncomingMessage, path: string): UpgradeRequest {
  const headers = rawHeaders.join('\n');
  return {
    path,
    address: socket.remoteAddress,
    header: (name) => joinRepeated(headers.split('\n'), name, name === 'cookie' ? '; ' : ', '),
  };
}

/** A request that asks for a WebSocket. */
interface Upgrade {
  readonly incoming: IncomingMessage;
  readonly raw: Socket;
  readonly head: Buffer;
}

function openSocket(decision: AcceptedUpgrade, { incoming, raw, head }: Upgrade): void {
  let isOpen = false;
  try {
    // The client may have disconnected while dependencies were resolved.
    if (raw.destroyed) return;
    const server = webSocketServer(decision.maxMessageBytes);
    server.handleUpgrade(incoming, raw, head, (webSocket) => {
      isOpen = true;
      attach(webSocket, decision.open(new WsSocket(webSocket, raw)));
    });
  } catch {
    // Another listener has opened a WebSocket on this socket.
    raw.destroy();
  } finally {
    // The package `ws` has rejected the handshake.
    if (!isOpen) decision.cancel();
  }
}

/** The servers of the package `ws`, by the maximum size of a message, which entrypoints choose. */
const webSocketServers = new Map<number, WebSocketServer>();

function webSocketServer(maxPayload: number): WebSocketServer {
  const known = webSocketServers.get(maxPayload);
  if (known !== undefined) return known;
  const created = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression costs 100 times the memory of an idle connection.
    perMessageDeflate: false,
    maxPayload,
    maxFragments: 128,
    maxBufferedChunks: 1024 + Math.ceil(maxPayload / 512),
  });
  webSocketServers.set(maxPayload, created);
  return created;
}

function reject(raw: Socket, { status, body, contentType, headers }: HttpResponse): void {
  const bytes = Buffer.from(body ?? '');
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Array.from(headers ?? [], ([name, value]) => `${name}: ${value}`),
    ...(contentType === undefined ? [] : [`content-type: ${contentType}`]),
    'x-content-type-options: nosniff',
    `content-length: ${bytes.length}`,
    'connection: close',
  ].filter((line, index, all) => index === all.length - 1 || line !== 'connection: close');
  raw.once('finish', () => raw.destroy());
  raw.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]));
}
