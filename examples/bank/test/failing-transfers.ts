import type { Database, Transaction } from '../src/database/database.js';

/** Amounts whose transfers fail. */
export interface Failures {
  /** The transfer fails after the first of the two balances has changed. */
  readonly halfWay: number;
  /** The transfer fails at the commit. */
  readonly commit: number;
}

/** Wraps a database so that some transfers fail. */
export function withFailures(database: Database, failures: Failures): Database {
  return { ...database, begin: async () => failingTransaction(await database.begin(), failures) };
}

function failingTransaction(tx: Transaction, failures: Failures): Transaction {
  let losesCommit = false;
  return {
    query: async (sql, values = []) => {
      // The second update, which adds the amount to an account.
      const arriving = sql.startsWith('update account') ? values[1] : undefined;
      if (arriving === failures.halfWay) throw new Error('Planned failure half-way');
      if (arriving === failures.commit) losesCommit = true;
      return tx.query(sql, values);
    },
    commit: async () => {
      if (losesCommit) throw new Error('Planned failure of the commit');
      await tx.commit();
    },
    rollback: () => tx.rollback(),
  };
}
