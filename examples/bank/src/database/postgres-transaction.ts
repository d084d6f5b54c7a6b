import type { PoolClient } from 'pg';
import type { Row, Transaction } from './database.js';

/** Holds one connection of the pool from `begin` to its end. */
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
    // PostgreSQL answers a commit after a failed query by rolling back, and calls that a success.
    if (command === 'ROLLBACK') throw new Error('A query failed, so nothing was committed');
  }

  async rollback(): Promise<void> {
    await this.#end('rollback').catch(() => undefined);
  }

  /** The connection goes back to the pool; one that does not answer any more is thrown away. */
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
