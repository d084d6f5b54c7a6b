import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import type { Database, Row, Transaction } from './database.js';
import { PostgresTransaction } from './postgres-transaction.js';

/** A PostgreSQL server, over a pool of connections. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    types: numbersForBigint,
  });
  // A connection that breaks says so on its pool while it is idle, and itself while it is in use.
  // Unheard, either would end the process; whatever query is under way rejects anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database: Database = {
    query: async (sql, values = []) => (await pool.query<Row>(sql, [...values])).rows,
    begin: async () => begin(await pool.connect()),
    close: () => pool.end(),
  };
  try {
    await database.query('select 1');
    return database;
  } catch (error) {
    await pool.end();
    // The URL may hold a password; and of a host with several addresses the error says nothing.
    throw new Error(
      `The PostgreSQL server at ${new URL(url).host} can't be used: ${reason(error)}`,
      {
        cause: error,
      },
    );
  }
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ');
  return error instanceof Error ? error.message : String(error);
}

async function begin(client: PoolClient): Promise<Transaction> {
  try {
    await client.query('begin');
    return new PostgresTransaction(client);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Amounts and balances stay within the safe integers, as the tables say: no strings for `bigint`. */
const numbersForBigint: CustomTypesConfig = {
  getTypeParser: (type: Oid, format?: 'text' | 'binary') =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
};

/** PostgreSQL's number of a type. */
type Oid = Parameters<typeof types.getTypeParser>[0];
