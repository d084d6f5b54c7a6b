import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import type { Measurement } from '../context/instrumentation.js';
import { addGauges } from '../context/measurement.js';
import type { ApiHost } from '../api/api-host.js';
import type { ConnectionSettings } from '../subscription/connection-options.js';
import { Connection, type ConnectionOwner } from './connection.js';
import type { ConnectionClient } from './connection-client.js';
import type { ConnectionScope } from './connection-scope.js';
import type { Socket } from './socket.js';

/** The longest time in milliseconds between two checks of all clients. */
const MAX_CHECK_INTERVAL = 1_000;

/** The connections of an api. One timer checks all of them, because a timer for each costs memory. */
export class Connections implements ConnectionOwner {
  readonly settings: ConnectionSettings;
  readonly host: ApiHost;
  /** The connections with the dependencies that are closed with them. */
  readonly #open = new Map<Connection, ConnectionScope | undefined>();
  #upgrading = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ApiHost, onClosed: (callback: () => void) => unknown) {
    this.host = host;
    this.settings = host.connectionSettings;
    addGauges(this, (connections) => connections.#measure());
    host.onClosing(() => this.#shutDown());
    onClosed(() => this.#terminate());
  }

  /** Reserves room for a connection. Returns false if there is no room. */
  reserve(): boolean {
    if (this.#open.size + this.#upgrading >= this.settings.maxConnections) return false;
    this.#upgrading += 1;
    return true;
  }

  /** Releases the room of an upgrade that has failed. */
  release(): void {
    this.#upgrading -= 1;
  }

  /** Adds a connection, which has room. `api.close()` waits until it is closed. */
  open({ bound, client, scope }: OpenedConnection, socket: Socket): Connection {
    const connection = new Connection(this, bound, client, socket);
    this.host.running.work.begin();
    this.#upgrading -= 1;
    this.#open.set(connection, scope);
    if (socket.isIsolated === true) this.#startOwnTimer(connection);
    else this.#startTimer();
    client.attach(connection);
    if (this.host.running.isClosing) connection.shutDown();
    return connection;
  }

  closed(connection: Connection): void {
    const scope = this.#open.get(connection);
    if (!this.#open.delete(connection)) return;
    if (this.#open.size === 0) this.#stopTimer();
    const { work } = this.host.running;
    if (scope === undefined) work.end();
    // Running calls may still use the values.
    else connection.whenIdle(() => void scope.close().then(() => work.end()));
  }

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
    this.#timer = setInterval(() => this.#check(), this.#checkInterval);
    // The process stays alive because of the sockets.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  get #checkInterval(): number {
    const { pingInterval, pongTimeout } = this.settings;
    return Math.min(MAX_CHECK_INTERVAL, pingInterval / 2, pongTimeout / 2);
  }

  #startOwnTimer(connection: Connection): void {
    const timer = setInterval(() => {
      if (this.#open.has(connection)) connection.check();
      else clearInterval(timer);
    }, this.#checkInterval);
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    for (const connection of this.#open.keys()) connection.check();
  }

  #shutDown(): void {
    for (const connection of this.#open.keys()) connection.shutDown();
  }

  #terminate(): void {
    for (const connection of this.#open.keys()) connection.terminate();
  }
}

/** What a connection consists of beside its socket. */
export interface OpenedConnection {
  readonly bound: BoundEntrypoint;
  readonly client: ConnectionClient;
  /** Undefined if the entrypoint has no `connectionDependencies`. */
  readonly scope: ConnectionScope | undefined;
}
