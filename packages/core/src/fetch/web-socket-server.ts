import type { Api } from '../api/api.js';
import { acceptConnections, type AcceptedUpgrade } from '../connection/upgrade.js';
import type { UpgradeRequest } from '../connection/socket.js';
import { BunConnection, type BunWebSocketHandlers } from './bun-socket.js';
import { type FetchHandler, type FetchOptions, jsonRpc } from './json-rpc.js';
import { addressOf, type PlatformContext } from './platform-context.js';
import { isPlainHost, pathBelow, prefixSegments, urlPath } from './request-path.js';
import { type StandardWebSocket, StandardSocket } from './standard-socket.js';
import { toWebResponse } from './web-response.js';

/** Serves HTTP requests and connections. Export it as the default export of a module. */
export interface WebSocketServer {
  /** Serves HTTP requests as `jsonRpc()` does, and opens connections. */
  readonly fetch: FetchHandler;
  /** The option `websocket` of `Bun.serve()`. Other runtimes don't need it. */
  readonly websocket: BunWebSocketHandlers;
}

/** The members of a platform's context, or of Bun's server, that open connections. */
interface UpgradingContext extends PlatformContext {
  /** Bun's server. */
  readonly upgrade?: ((request: Request, options: { data: unknown }) => boolean) | undefined;
}

/** The parts of the global scope of Deno and Cloudflare Workers that open connections. */
interface UpgradingRuntime {
  readonly Deno?: {
    upgradeWebSocket(request: Request): {
      readonly socket: StandardWebSocket;
      readonly response: Response;
    };
  };
  readonly WebSocketPair?: new () => { readonly 0: object; readonly 1: WorkersWebSocket };
}

interface WorkersWebSocket extends StandardWebSocket {
  accept(): void;
}

/**
 * Serves an api by HTTP and over WebSocket on Bun, Deno and Cloudflare Workers, without a package:
 *
 * ```ts
 * import { webSocketServer } from '@jsonrpc-kit/core/fetch/websocket';
 *
 * export default webSocketServer(api);
 * ```
 *
 * The limits of connections are options of the api. A runtime that can't open a WebSocket responds to an
 * upgrade with 501.
 *
 * @throws TypeError if an option is invalid, or if a resource isn't provided
 */
export function webSocketServer(api: Api, options: FetchOptions = {}): WebSocketServer {
  const serve = jsonRpc(api, options);
  const acceptor = acceptConnections(api, 'webSocketServer()');
  const segments = prefixSegments(options.prefix ?? '');
  const { logger } = api;
  const host = { holdResponse: () => () => undefined };

  const upgrade = async (
    request: Request,
    context: UpgradingContext | undefined,
  ): Promise<Response | undefined> => {
    const path = pathBelow(urlPath(request.url), segments);
    if (path === undefined || !isPlainHost(request.headers.get('host'))) return undefined;
    const decision = await acceptor.upgrade(toUpgradeRequest(request, path, context));
    if (decision === undefined) return undefined;
    if (decision.kind === 'rejected') return toWebResponse(decision.response, 'GET', host);
    try {
      const response = open(decision, request, context);
      if (response !== undefined) return response;
    } catch (err) {
      logger.error({ err }, 'Upgrade failed');
    }
    decision.cancel();
    return new Response(null, { status: 501 });
  };

  const fetch = async (request: Request, ...platform: readonly unknown[]): Promise<Response> => {
    if (request.headers.get('upgrade')?.toLowerCase() === 'websocket') {
      // All members of the context are optional, and are checked before they are used.
      const response = await upgrade(request, platform.at(-1) as UpgradingContext | undefined);
      if (response !== undefined) return response;
    }
    return (serve as (...args: readonly unknown[]) => Promise<Response>)(request, ...platform);
  };

  return {
    fetch,
    websocket: {
      maxPayloadLength: Math.min(
        Math.max(0, ...api.entrypoints.map(({ settings }) => settings.limits.maxBodyBytes)),
        MAX_INT32,
      ),
      // The api limits what it holds for a client, pings it, and may send larger responses.
      backpressureLimit: MAX_INT32,
      idleTimeout: 0,
      sendPings: false,
      perMessageDeflate: false,
      open: (webSocket) => webSocket.data.open(webSocket),
      message: (webSocket, message) => webSocket.data.message(message),
      drain: (webSocket) => webSocket.data.drained(),
      ping: (webSocket) => webSocket.data.alive(),
      pong: (webSocket) => webSocket.data.alive(),
      close: (webSocket) => webSocket.data.closed(),
    },
  };
}

const MAX_INT32 = 2 ** 31 - 1;

/** Keeps a copy of the headers instead of the request. */
function toUpgradeRequest(
  request: Request,
  path: string,
  context: UpgradingContext | undefined,
): UpgradeRequest {
  const headers = new Headers(request.headers);
  // Some runtimes name the host only in the URL.
  if (!headers.has('host')) headers.set('host', new URL(request.url).host);
  return {
    path,
    header: (name) => headers.get(name) ?? undefined,
    address: addressOf(request, context),
  };
}

/** Opens the connection with the functions of the runtime. Returns undefined if it has none. */
function open(
  decision: AcceptedUpgrade,
  request: Request,
  context: UpgradingContext | undefined,
): Response | undefined {
  const { Deno, WebSocketPair } = globalThis as UpgradingRuntime;
  if (typeof context?.upgrade === 'function') {
    const isOpened = context.upgrade(request, { data: new BunConnection(decision) });
    // Bun ignores the response after an upgrade.
    return isOpened ? new Response(null) : undefined;
  }
  if (Deno !== undefined) {
    const { socket, response } = Deno.upgradeWebSocket(request);
    new StandardSocket(socket).attach(decision);
    return response;
  }
  if (WebSocketPair !== undefined) {
    const { 0: client, 1: server } = new WebSocketPair();
    server.accept();
    new StandardSocket(server, { isIsolated: true }).attach(decision);
    // Only Workers have the status and the option.
    return new Response(null, { status: 101, webSocket: client } as ResponseInit);
  }
  return undefined;
}
