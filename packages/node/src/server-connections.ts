import type { IncomingMessage, ServerResponse } from 'node:http';
import { UnfinishedResponses } from './unfinished-responses.js';

/** A server of `node:http`, `node:https` or `node:http2`. */
export interface ClosableServer {
  // The listeners of these servers have different parameters, also between versions of @types/node. The
  // parameters aren't used here, but `never` doesn't match those of @types/node 25.
  /** Adds a listener. */
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Adds a listener that is called before all others. */
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  prependListener(event: string, listener: (...args: any[]) => void): unknown;
  /** Stops listening, and calls back when all connections are closed. */
  close(callback: () => void): unknown;
  /** Closes all connections. HTTP/2 servers don't have this method. */
  closeAllConnections?(): void;
}

/** The members of an HTTP/2 session that are used to close it. */
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

  /** Closes the connection after every response that hasn't begun. */
  endKeepAlive(): void {
    this.#isEnding = true;
    for (const outgoing of this.#responses.latest) {
      if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
    }
  }

  /** Resolves as soon as every HTTP/1 response has been sent. */
  whenSent(): Promise<void> {
    return this.#responses.whenSent();
  }

  /** Stops listening and closes all connections. HTTP/2 sessions first send the responses that they still hold. */
  close(): Promise<void> {
    return new Promise((closed) => {
      this.#server.close(closed);
      this.#server.closeAllConnections?.();
      for (const session of this.#sessions) session.close();
    });
  }

  /**
   * Closes the HTTP/1 connections when all responses have been sent. Node itself would wait a minute
   * for a connection on which no request was ever sent.
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
