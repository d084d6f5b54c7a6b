import type { Kysely, Migration } from 'kysely';

/**
 * The changes of the tables, which run once, in the order of their names. Never change a migration that a
 * database already has: add another one.
 */
export const migrations: Record<string, Migration> = {
  '0001_visitors': {
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('visitors')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('visits', 'integer', (column) => column.notNull())
        .execute();
    },
  },
};
