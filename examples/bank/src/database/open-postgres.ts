import { type CustomTypesConfig, Pool, type PoolClient, types } from 'pg';
import type { Database, Row, Transaction } from './database.js';
import { PostgresTransaction } from './postgres-transaction.js';

/** Opens a pool of connections to a PostgreSQL server. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    types: numbersForBigint,
  });
  // A broken connection emits an error on its pool while it is idle, and on itself while it is in use.
  // Without a listener the error would end the process. The running query rejects anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database: Database = {
    driver: pool,
    query: async (sql, values = []) => (await pool.query<Row>(sql, [...values])).rows,
    begin: async () => begin(await pool.connect()),
    close: () => pool.end(),
  };
  try {
    await database.query('select 1');
    return database;
  } catch (error) {
    await pool.end();
    // Not the whole URL, because it may contain a password.
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

/** Reads `bigint` as a number, because the tables limit balances to safe integers. */
const numbersForBigint: CustomTypesConfig = {
  getTypeParser: (type: Oid, format?: 'text' | 'binary') =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format),
};

/** PostgreSQL's id of a type. */
type Oid = Parameters<typeof types.getTypeParser>[0];
