import type { ConnectionSettings } from '../subscription/connection-options.js';
import type { Socket } from './socket.js';

/** Milliseconds that a client has for its part of the closing handshake. */
const CLOSE_TIMEOUT = 2_000;

/** Notices that a client is gone. Any message and any progress of writing is a sign of life. */
export class Keepalive {
  readonly #socket: Socket;
  readonly #settings: ConnectionSettings;
  readonly #sendTimeout: number;
  #aliveAt = performance.now();
  #pingedAt: number | undefined;
  #sentBytes: number | undefined;
  #stalledSince: number | undefined;
  #closingSince: number | undefined;

  constructor(socket: Socket, settings: ConnectionSettings, sendTimeout: number) {
    this.#socket = socket;
    this.#settings = settings;
    this.#sendTimeout = sendTimeout;
  }

  /** Notes a sign of life. */
  alive(): void {
    this.#aliveAt = performance.now();
    this.#pingedAt = undefined;
  }

  /** Notes that the closing handshake has begun. */
  closing(): void {
    this.#closingSince = performance.now();
  }

  /** Pings the client if it has been silent. Returns whether the client is gone. */
  isGone(): boolean {
    const now = performance.now();
    if (this.#closingSince !== undefined) return now - this.#closingSince >= CLOSE_TIMEOUT;
    if (this.#isStalled(now)) return true;
    const { pingInterval, pongTimeout } = this.#settings;
    if (this.#pingedAt !== undefined) return now - this.#pingedAt >= pongTimeout;
    if (this.#socket.ping !== undefined && now - this.#aliveAt >= pingInterval) {
      this.#pingedAt = now;
      this.#socket.ping();
    }
    return false;
  }

  /** Whether the client has read nothing for `sendTimeout` although there was something to read. */
  #isStalled(now: number): boolean {
    const { bufferedBytes, sentBytes } = this.#socket;
    if (bufferedBytes === 0) {
      this.#stalledSince = undefined;
    } else if (this.#stalledSince === undefined || sentBytes !== this.#sentBytes) {
      this.#stalledSince = now;
      if (sentBytes !== this.#sentBytes) this.alive();
    }
    this.#sentBytes = sentBytes;
    return this.#stalledSince !== undefined && now - this.#stalledSince >= this.#sendTimeout;
  }
}
