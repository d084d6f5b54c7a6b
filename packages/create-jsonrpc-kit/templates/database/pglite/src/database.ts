import { PGlite } from '@electric-sql/pglite';
import { resource, transactionDependency } from '@jsonrpc-kit/core';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite';

export type Database = PgliteDatabase & { readonly $client: PGlite };

export const visitors = pgTable('visitors', {
  name: text().primaryKey(),
  visits: integer().notNull(),
});

/** The database, which the api opens when it starts and closes when it ends. */
export const database = resource<Database>('database');

/** A transaction, which is committed before the response and rolled back if the call fails. */
export const transaction = transactionDependency({ db: database }, ({ db }, run) =>
  db.transaction(run),
);

/** Opens the database in the folder DATABASE_DIR, or in memory if the variable isn't set. */
export async function openDatabase(): Promise<Database> {
  const client = await PGlite.create(process.env.DATABASE_DIR ?? 'memory://');
  await client.exec(`
    create table if not exists visitors (
      name text primary key,
      visits integer not null
    )
  `);
  return drizzle({ client });
}
