import type { ConnectionSettings } from '../subscription/connection-options.js';
import type { Socket } from './socket.js';

/** Milliseconds that a client has for its part of the closing handshake. */
const CLOSE_TIMEOUT = 2_000;

/** What a connection is doing while its client is checked. */
interface Activity {
  /** Whether the connection reads nothing, so that its client can't be heard. */
  readonly isPaused: boolean;
  /** Whether the closing handshake has begun. */
  readonly isClosing: boolean;
}

/** Notices that a client is gone. Any message and any progress of writing is a sign of life. */
export class Keepalive {
  readonly #socket: Pick<Socket, 'bufferedBytes' | 'sentBytes' | 'ping'>;
  readonly #settings: ConnectionSettings;
  readonly #sendTimeout: number;
  #aliveAt = performance.now();
  #pingedAt: number | undefined;
  #sentBytes: number | undefined;
  #stalledSince: number | undefined;
  #closingSince = Infinity;

  constructor(
    socket: Pick<Socket, 'bufferedBytes' | 'sentBytes' | 'ping'>,
    settings: ConnectionSettings,
    sendTimeout: number,
  ) {
    this.#socket = socket;
    this.#settings = settings;
    this.#sendTimeout = sendTimeout;
  }

  alive(): void {
    this.#aliveAt = performance.now();
    this.#pingedAt = undefined;
  }

  closing(): void {
    this.#closingSince = performance.now();
  }

  /** Pings the client if it has been silent. Returns whether the client is gone. */
  check({ isPaused, isClosing }: Activity): boolean {
    const now = performance.now();
    if (isClosing) return now - this.#closingSince >= CLOSE_TIMEOUT;
    if (this.#isStalled(now)) return true;
    if (isPaused) this.alive();
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
