import type { Database, Transaction } from './database.js';

/** Runs `work` in a transaction, which is committed, or rolled back if `work` throws. */
export async function inTransaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const tx = await database.begin();
  try {
    const result = await work(tx);
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}
