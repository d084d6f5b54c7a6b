import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isFinished, isSent, onFinished } from './on-finished.js';

/**
 * Keeps track of the responses that haven't been sent yet. Needed because `server.close()` closes
 * connections whose response has been written, but not sent.
 */
export class UnfinishedResponses {
  readonly #connections = new Map<Socket, { latest: ServerResponse }>();

  /** The latest response of each connection. It is sent last, because responses are sent in order. */
  get latest(): readonly ServerResponse[] {
    return Array.from(this.#connections.values(), ({ latest }) => latest);
  }

  /** Adds a response, whether or not it has been written. */
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
   * Adds a response that was just written, unless the operating system has accepted the whole response,
   * which is usually the case. An idle connection then doesn't keep its last response in memory.
   */
  addUnlessSent(outgoing: ServerResponse): void {
    if (!isSent({ incoming: outgoing.req, outgoing })) this.add(outgoing);
  }

  /** Resolves as soon as every HTTP/1 response has been sent. */
  async whenSent(): Promise<void> {
    for (;;) {
      const unfinished = this.latest
        .map((outgoing) => ({ incoming: outgoing.req, outgoing }))
        .filter((exchange) => !isFinished(exchange));
      if (unfinished.length === 0) return;
      await Promise.all(
        unfinished.map((exchange) => new Promise((finished) => onFinished(exchange, finished))),
      );
    }
  }
}
