import type { Measurement } from '../context/instrumentation.js';
import { addGauges } from '../context/measurement.js';
import type { ApiHost } from '../api/api-host.js';
import { Connection } from './connection.js';
import type { ConnectionScope, OpenedConnection } from './connection-scope.js';
import type { Socket } from './socket.js';

/** The longest time in milliseconds between two checks of all clients. */
const MAX_CHECK_INTERVAL = 1_000;

/** The connections of an api. One timer checks all of them, because a timer for each costs memory. */
export class Connections {
  readonly host: ApiHost;
  /** The connections with the dependencies that are closed with them. */
  readonly #open = new Map<Connection, ConnectionScope | undefined>();
  #upgrading = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ApiHost, onClosed: (callback: () => void) => unknown) {
    this.host = host;
    addGauges(this, (connections) => connections.#measure());
    host.onClosing(() => {
      for (const connection of this.#open.keys()) connection.shutDown();
    });
    onClosed(() => {
      for (const connection of this.#open.keys()) connection.terminate();
    });
  }

  /**
   * Reserves room for a connection, which counts as unfinished work until it is closed, or its upgrade has
   * failed. Returns false if there is no room.
   */
  reserve(): boolean {
    const { maxConnections } = this.host.connectionSettings;
    if (this.#open.size + this.#upgrading >= maxConnections) return false;
    this.#upgrading += 1;
    this.host.running.work.begin();
    return true;
  }

  /** Releases the room of an upgrade that has failed. */
  release(): void {
    this.#upgrading -= 1;
    this.host.running.work.end();
  }

  /** Adds a connection, which has room. */
  open(opened: OpenedConnection, socket: Socket): Connection {
    const connection = new Connection(opened, socket, this.#closed);
    this.#upgrading -= 1;
    this.#open.set(connection, opened.scope);
    if (socket.isIsolated === true) this.#startOwnTimer(connection);
    else this.#startTimer();
    opened.client.attach(connection);
    if (this.host.running.isClosing) connection.shutDown();
    return connection;
  }

  readonly #closed = (connection: Connection): void => {
    const { work } = this.host.running;
    const scope = this.#open.get(connection);
    this.#open.delete(connection);
    if (this.#open.size === 0) this.#stopTimer();
    if (scope === undefined) work.end();
    else void scope.close().then(() => work.end());
  };

  /** Returns the numbers of each entrypoint. */
  #measure(): readonly Measurement[] {
    return this.host.router.entrypoints.flatMap(({ path }) => {
      const own = [...this.#open.keys()].filter((connection) => connection.path === path);
      const attributes = { 'jsonrpc.entrypoint': path };
      return [
        { name: 'jsonrpc.server.connections', value: own.length, attributes },
        {
          name: 'jsonrpc.server.congested_connections',
          value: own.filter(({ isCongested }) => isCongested).length,
          attributes,
        },
        {
          name: 'jsonrpc.server.buffered_memory',
          value: own.reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0),
          attributes,
        },
      ];
    });
  }

  #startTimer(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => {
      for (const connection of this.#open.keys()) connection.check();
    }, this.#checkInterval);
    // The process stays alive because of the sockets.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #startOwnTimer(connection: Connection): void {
    const timer = setInterval(() => {
      if (this.#open.has(connection)) connection.check();
      else clearInterval(timer);
    }, this.#checkInterval);
  }

  get #checkInterval(): number {
    const { pingInterval, pongTimeout } = this.host.connectionSettings;
    return Math.min(MAX_CHECK_INTERVAL, pingInterval / 2, pongTimeout / 2);
  }
}
