import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOver, whenOver } from './when-over.js';

/** A server of `node:http`, `node:https` or `node:http2`. */
export interface ClosableServer {
  // Each of these servers declares listeners of its own, which only `never` is below all of.
  on(event: string, listener: (...args: never[]) => void): unknown;
  prependListener(event: string, listener: (...args: never[]) => void): unknown;
  close(callback: () => void): unknown;
  closeAllConnections?(): void;
}

/** The part of an HTTP/2 session that ends it. */
interface Http2Session {
  close(): void;
  destroy(): void;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Knows which responses of a server are still under way. `server.close()` doesn't: it cuts
 * connections whose answer is written but has not left yet.
 */
export class ServerConnections {
  readonly #server: ClosableServer;
  /** Of each connection the last response: they leave in order, so it is the last one to be sent. */
  readonly #latest = new Map<Socket, ServerResponse>();
  readonly #sessions = new Set<Http2Session>();
  #isEnding = false;

  constructor(server: ClosableServer) {
    this.#server = server;
    server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (incoming.httpVersionMajor === 1) this.#add(incoming, outgoing);
    });
    server.on('session', (session: Http2Session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
  }

  /** From now on every answer tells its client to use another connection. */
  endKeepAlive(): void {
    this.#isEnding = true;
  }

  /** Fulfilled as soon as no response of HTTP/1 is under way. */
  async whenSent(): Promise<void> {
    for (;;) {
      const open = [...this.#latest.values()].filter((outgoing) => !isOver(outgoing.req, outgoing));
      if (open.length === 0) return;
      await Promise.all(
        open.map((outgoing) => new Promise((over) => whenOver(outgoing.req, outgoing, over))),
      );
    }
  }

  /** Stops listening and closes what is connected; HTTP/2 sends what is under way before. */
  close(): Promise<void> {
    return new Promise((closed) => {
      this.#server.close(closed);
      this.#server.closeAllConnections?.();
      for (const session of this.#sessions) session.close();
    });
  }

  /** Cuts what {@link close} waits for. */
  destroy(): void {
    this.#server.closeAllConnections?.();
    for (const session of this.#sessions) session.destroy();
  }

  #add(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    if (!this.#latest.has(socket)) socket.once('close', () => this.#latest.delete(socket));
    this.#latest.set(socket, outgoing);
    if (this.#isEnding) outgoing.setHeader('connection', 'close');
  }
}
