import { PGlite } from '@electric-sql/pglite';
import { resource, transactionDependency } from '@jsonrpc-kit/core';
import { type AnyPgColumn, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite';

export type Database = PgliteDatabase & { $client: PGlite };

export const accounts = pgTable('accounts', {
  owner: text().primaryKey(),
  balance: integer().notNull(),
  sponsor: text().references((): AnyPgColumn => accounts.owner),
});

export const database = resource<Database>('database');

export const transaction = transactionDependency({ db: database }, ({ db }, run) =>
  db.transaction(run),
);

/** Opens a database in memory. It checks that a sponsor has an account when it commits. */
export async function openDatabase(): Promise<Database> {
  const pglite = await PGlite.create();
  await pglite.exec(`
    create table accounts (
      owner text primary key,
      balance integer not null,
      sponsor text references accounts deferrable initially deferred
    );
    insert into accounts values ('ann', 100), ('bob', 0);
  `);
  return drizzle(pglite);
}
