import type { IncomingMessage, ServerResponse } from 'node:http';
import { OpenResponses } from './open-responses.js';

/** A server of `node:http`, `node:https` or `node:http2`. */
export interface ClosableServer {
  // Each of these servers, and each version of Node's types, declares listeners of its own. Of these
  // parameters nothing is known and nothing is taken: with `never` those of @types/node 25 don't fit.
  /** Node's own. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as said above
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Node's own. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as said above
  prependListener(event: string, listener: (...args: any[]) => void): unknown;
  /** Node's own. */
  close(callback: () => void): unknown;
  /** Node's own; of HTTP/2 there is none. */
  closeAllConnections?(): void;
}

/** The part of an HTTP/2 session that ends it. */
interface Http2Session {
  close(): void;
  destroy(): void;
  once(event: 'close', listener: () => void): unknown;
}

/** The connections of a server, to be closed when nothing is under way on them any more. */
export class ServerConnections {
  readonly #server: ClosableServer;
  readonly #responses = new OpenResponses();
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

  /** From now on every answer tells its client to use another connection. */
  endKeepAlive(): void {
    this.#isEnding = true;
  }

  /** Fulfilled as soon as no response of HTTP/1 is under way. */
  whenSent(): Promise<void> {
    return this.#responses.whenSent();
  }

  /** Stops listening and closes what is connected; HTTP/2 sends what is under way before. */
  close(): Promise<void> {
    return new Promise((closed) => {
      this.#server.close(closed);
      this.#server.closeAllConnections?.();
      for (const session of this.#sessions) session.close();
    });
  }

  /**
   * Cuts the connections of HTTP/1 when no response is under way on them. One that has never sent a
   * request would hold the end of a server for a minute.
   */
  async closeWhenSent(): Promise<void> {
    await this.whenSent();
    this.#server.closeAllConnections?.();
  }

  /** Cuts what {@link close} waits for. */
  destroy(): void {
    this.#server.closeAllConnections?.();
    for (const session of this.#sessions) session.destroy();
  }
}
