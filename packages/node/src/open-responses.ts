import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOver, whenOver } from './when-over.js';

/**
 * Knows which responses are still under way. `server.close()` doesn't: it cuts connections whose
 * answer is written but has not left yet.
 */
export class OpenResponses {
  /** Of each connection the last response: they leave in order, so it is the last one to be sent. */
  readonly #connections = new Map<Socket, { latest: ServerResponse }>();

  /** From here on the response is under way. */
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
   * For one that was ended just now: the operating system has taken most of them as a whole, and those
   * need not be kept until the next one on their connection.
   */
  addUnlessSent(outgoing: ServerResponse): void {
    const { writableEnded, socket, req } = outgoing;
    const isSent = writableEnded && socket?.writableLength === 0 && req.httpVersionMajor === 1;
    if (!isSent) this.add(outgoing);
  }

  /** Fulfilled as soon as no response of HTTP/1 is under way. */
  async whenSent(): Promise<void> {
    for (;;) {
      const open = Array.from(this.#connections.values(), ({ latest }) => latest).filter(
        (outgoing) => !isOver(outgoing.req, outgoing),
      );
      if (open.length === 0) return;
      await Promise.all(
        open.map((outgoing) => new Promise((over) => whenOver(outgoing.req, outgoing, over))),
      );
    }
  }
}
