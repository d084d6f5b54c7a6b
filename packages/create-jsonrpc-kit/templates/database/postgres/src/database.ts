import { resource, transactionDependency } from '@jsonrpc-kit/core';
import { Kysely, Migrator, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { migrations } from './migrations.js';

/** The tables with their columns. Migrations create them. */
export interface Tables {
  readonly visitors: { readonly name: string; readonly visits: number };
}

/** The database, which the api opens when it starts and closes when it ends. */
export const database = resource<Kysely<Tables>>('database');

/**
 * A transaction, which is committed before the response and rolled back if the call fails. Concurrent calls have the
 * same effect as one after another: the api repeats a call whose transaction conflicts with another one.
 */
export const transaction = transactionDependency({ db: database }, ({ db }, run) =>
  db.transaction().setIsolationLevel('serializable').execute(run),
);

/** Returns the address of the database. Without DATABASE_URL, it is the one of compose.yaml. */
export function databaseUrl(): string {
  return process.env.DATABASE_URL ?? 'postgres://greetings:greetings@127.0.0.1:5432/greetings';
}

/** Creates the pool of connections. Each connects when it is needed. */
export function createPool(): Pool {
  const pool = new Pool({ connectionString: databaseUrl(), connectionTimeoutMillis: 10_000 });
  // Without these listeners, a lost connection would end the process. Calls that use it fail.
  pool.on('error', ({ message }) => console.error('Idle connection failed:', message));
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs the migrations that the database doesn't have yet. The pool ends with the database. */
export async function openDatabase(shared?: Pool): Promise<Kysely<Tables>> {
  const pool = shared ?? createPool();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const provider = { getMigrations: async () => migrations };
  // Other processes wait meanwhile, because the migrator locks a table.
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return db;
  // Others still use a shared pool, and so does the next attempt.
  if (shared === undefined) await db.destroy();
  throw error;
}
