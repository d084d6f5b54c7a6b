import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isFinished, onFinished } from './on-finished.js';

/** A server of `node:http`, `node:https` or `node:http2`. */
export interface ClosableServer {
  // These servers, and the versions of Node's types, declare different listeners. Their parameters
  // aren't used here, and `never` doesn't fit those of @types/node 25.
  /** Node's own. */
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Node's own. */
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  prependListener(event: string, listener: (...args: any[]) => void): unknown;
  /** Node's own. */
  close(callback: () => void): unknown;
  /** Node's own; servers of HTTP/2 don't have it. */
  closeAllConnections?(): void;
}

/** The part of an HTTP/2 session that ends it. */
interface Http2Session {
  close(): void;
  destroy(): void;
  once(event: 'close', listener: () => void): unknown;
}

/** Closes the connections of a server once their responses have been sent. */
export class ServerConnections {
  readonly #server: ClosableServer;
  readonly #responses = new UnfinishedResponses();
  readonly #sessions = new Set<Http2Session>();
  #isEnding = false;

  constructor(server: ClosableServer) {
    this.#server = server;
    server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (incoming.httpVersionMajor !== 1) return;
      this.#responses.add(outgoing);
      if (this.#isEnding) outgoing.setHeader('connection', 'close');
    });
    server.on('session', (session: Http2Session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
  }

  /** Closes the connection after every further response. */
  endKeepAlive(): void {
    this.#isEnding = true;
  }

  /** Resolves as soon as every HTTP/1 response has been sent. */
  whenSent(): Promise<void> {
    return this.#responses.whenSent();
  }

  /** Stops listening and closes all connections. HTTP/2 sessions send their pending responses first. */
  close(): Promise<void> {
    return new Promise((closed) => {
      this.#server.close(closed);
      this.#server.closeAllConnections?.();
      for (const session of this.#sessions) session.close();
    });
  }

  /**
   * Closes the HTTP/1 connections when all their responses have been sent. A connection that has never
   * sent a request would delay the end of a server by a minute.
   */
  async closeWhenSent(): Promise<void> {
    await this.whenSent();
    this.#server.closeAllConnections?.();
  }

  /** Destroys the connections that {@link close} waits for. */
  destroy(): void {
    this.#server.closeAllConnections?.();
    for (const session of this.#sessions) session.destroy();
  }
}

/**
 * Knows which responses haven't been sent yet. `server.close()` doesn't: it cuts connections whose
 * response is written but hasn't left the process.
 */
export class UnfinishedResponses {
  /** The last response of each connection: responses leave in order, so it is the last one sent. */
  readonly #connections = new Map<Socket, { latest: ServerResponse }>();

  /** Adds a response, written or not. */
  add(outgoing: ServerResponse): void {
    const { socket } = outgoing.req;
    const connection = this.#connections.get(socket);
    if (connection === undefined) {
      this.#connections.set(socket, { latest: outgoing });
      socket.once('close', () => this.#connections.delete(socket));
    } else {
      connection.latest = outgoing;
    }
  }

  /**
   * Adds a response that was just written, unless the operating system has accepted it whole, as is the
   * rule. So an idle connection doesn't hold its last response.
   */
  addUnlessSent(outgoing: ServerResponse): void {
    const { writableEnded, socket, req } = outgoing;
    const isSent = writableEnded && socket?.writableLength === 0 && req.httpVersionMajor === 1;
    if (!isSent) this.add(outgoing);
  }

  /** Resolves as soon as every HTTP/1 response has been sent. */
  async whenSent(): Promise<void> {
    for (;;) {
      const pending = Array.from(this.#connections.values(), ({ latest }) => ({
        incoming: latest.req,
        outgoing: latest,
      })).filter((exchange) => !isFinished(exchange));
      if (pending.length === 0) return;
      await Promise.all(
        pending.map((exchange) => new Promise((finished) => onFinished(exchange, finished))),
      );
    }
  }
}
