import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Api } from '@jsonrpc-kit/core';
import type { ConnectionOptions } from '@jsonrpc-kit/core/types';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { eventStream, type EventStreamOptions } from '../src/event-stream.js';
import { createClient } from '../src/index.js';
import { webSocket, type WebSocketOptions } from '../src/websocket.js';
import { createFeed, type FeedMethods } from './server/feed.js';

/** A server of node:http with the feed, which a test can stop and start again at the same port. */
export class FeedServer {
  readonly feed: ReturnType<typeof createFeed> = createFeed();
  readonly #connections: ConnectionOptions;
  readonly #sockets = new Set<Socket>();
  #server: ReturnType<typeof createServer> | undefined;
  #api: Api | undefined;
  #port = 0;

  constructor(connections: ConnectionOptions = {}) {
    this.#connections = connections;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/feed`;
  }

  /** The number of TCP connections that are open. */
  get connections(): number {
    return this.#sockets.size;
  }

  async start(): Promise<void> {
    const logger = { error: () => undefined, warn: () => undefined };
    this.#api = new Api({ logger, connections: this.#connections }).bindEntrypoint(this.feed.rpc);
    this.#server = createServer(jsonRpc(this.#api));
    acceptWebSockets(this.#server, this.#api);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Cuts all connections without a word, and returns their number. */
  cut(): number {
    const { size } = this.#sockets;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    return size;
  }

  /** Shuts down as `closeOnSignals()` does. */
  async stop(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    await this.#api?.close();
    this.cut();
    await closed;
  }
}

/** Starts a server that is stopped when the test ends. */
export async function serveFeed(connections?: ConnectionOptions): Promise<FeedServer> {
  const server = new FeedServer(connections);
  await server.start();
  onTestFinished(() => server.stop());
  return server;
}

const subscriptions = {
  numbers: true,
  countdown: true,
  rejected: true,
  heads: { namespace: 'eth' },
} as const;

/** Creates a client with event streams, which are closed when the test ends. */
export function streamFeed(url: string, options: Partial<EventStreamOptions> = {}) {
  const transport = eventStream({ url, reconnect: { delay: 1, maxDelay: 20 }, ...options });
  const client = createClient<FeedMethods>({ transport, subscriptions });
  onTestFinished(() => client.$close());
  return client;
}

/** Creates a client with a WebSocket, which is closed when the test ends. */
export function connectFeed(url: string, options: Partial<WebSocketOptions> = {}) {
  const client = createClient<FeedMethods>({
    transport: webSocket({
      url,
      connect: (to) => new WebSocket(to),
      reconnect: { delay: 1, maxDelay: 20 },
      ...options,
    }),
    subscriptions,
  });
  onTestFinished(() => client.$close());
  return client;
}
