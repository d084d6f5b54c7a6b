import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { Database, Row, Transaction } from './database.js';
import { lockFolder } from './lock-folder.js';

/** Opens an embedded PostgreSQL in a folder or in memory. It has a single connection. */
export async function openPglite(folder?: string): Promise<Database> {
  if (folder === undefined) return databaseOver(await PGlite.create(), async () => undefined);
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  try {
    return databaseOver(await PGlite.create(folder), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function databaseOver(pglite: PGlite, unlock: () => Promise<void>): Database {
  return {
    driver: pglite,
    query: async (sql, values = []) => (await pglite.query<Row>(sql, [...values])).rows,
    begin: () => begin(pglite),
    close: async () => {
      try {
        await pglite.close();
      } finally {
        await unlock();
      }
    },
  };
}

/**
 * Begins a transaction. PGlite's `transaction()` holds the connection until its callback settles, so the
 * callback lasts until the transaction is committed or rolled back.
 */
function begin(pglite: PGlite): Promise<Transaction> {
  return new Promise((begun, failed) => {
    const ended = pglite.transaction(
      (tx) =>
        new Promise<void>((endWithCommit, endWithRollback) => {
          begun({
            query: async (sql, values = []) => (await tx.query<Row>(sql, [...values])).rows,
            commit: () => {
              endWithCommit();
              return ended;
            },
            rollback: () => {
              endWithRollback(new Error('Rolled back'));
              return ended.catch(() => undefined);
            },
          });
        }),
    );
    // Rejects if the transaction can't begin. Once it has begun, this has no effect.
    ended.catch(failed);
  });
}
