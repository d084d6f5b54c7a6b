import type { PoolClient } from 'pg';
import type { Row, Transaction } from './database.js';

/** A transaction on one connection of the pool, which it holds until its end. */
export class PostgresTransaction implements Transaction {
  #client: PoolClient | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    // The connection may serve another transaction by now.
    if (this.#client === undefined) throw new Error('The transaction has ended');
    return (await this.#client.query<Row>(sql, [...values])).rows;
  }

  async commit(): Promise<void> {
    const command = await this.#end('commit');
    // After a failed query PostgreSQL rolls back on commit, and reports success.
    if (command === 'ROLLBACK') throw new Error('A query failed, so nothing was committed');
  }

  async rollback(): Promise<void> {
    await this.#end('rollback').catch(() => undefined);
  }

  /** Ends the transaction and releases the connection. A broken connection is removed from the pool. */
  async #end(statement: 'commit' | 'rollback'): Promise<string | undefined> {
    const client = this.#client;
    if (client === undefined) return undefined;
    this.#client = undefined;
    try {
      const { command } = await client.query(statement);
      client.release();
      return command;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
