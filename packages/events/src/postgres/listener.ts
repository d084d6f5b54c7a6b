import type { PostgresClient, PostgresDatabase } from './database.js';

/** Listens for notifications on its own connection, which it opens again after it has failed. */
export class Listener {
  readonly #database: PostgresDatabase;
  readonly #channel: string;
  readonly #onNotification: () => void;
  #client: PostgresClient | undefined;
  #isConnecting = false;
  #isClosed = false;

  constructor(database: PostgresDatabase, channel: string, onNotification: () => void) {
    this.#database = database;
    this.#channel = channel;
    this.#onNotification = onNotification;
  }

  /** Begins to listen, unless it does already. PGlite has one process, which needs no notifications. */
  async connect(): Promise<void> {
    if (!('connect' in this.#database) || this.#isConnecting || this.#client !== undefined) return;
    this.#isConnecting = true;
    try {
      const client = await this.#database.connect();
      client.on('error', () => this.#disconnect(client));
      client.on('notification', this.#onNotification);
      this.#client = client;
      try {
        await client.query(`listen ${this.#channel}`);
      } catch (error) {
        this.#disconnect(client);
        throw error;
      }
      if (this.#isClosed) this.#disconnect(client);
      // What was committed before can't be notified any more.
      else this.#onNotification();
    } finally {
      this.#isConnecting = false;
    }
  }

  /** Wakes the other processes. Not in the transaction of a writer, which would wait for all others. */
  async notify(): Promise<void> {
    if ('connect' in this.#database) await this.#database.query(`notify ${this.#channel}`);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#client !== undefined) this.#disconnect(this.#client);
  }

  #disconnect(client: PostgresClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
  }
}
