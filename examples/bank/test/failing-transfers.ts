import type { Database, Transaction } from '../src/database/database.js';

/** Amounts whose transfers fail. */
export interface Faults {
  /** Fails after the first of the two balances was changed. */
  readonly halfWay: number;
  /** Fails at the commit. */
  readonly commit: number;
}

/** Wraps a database so that some transfers fail. */
export function faultyDatabase(database: Database, faults: Faults): Database {
  return { ...database, begin: async () => faultyTransaction(await database.begin(), faults) };
}

function faultyTransaction(tx: Transaction, faults: Faults): Transaction {
  let losesCommit = false;
  return {
    query: async (sql, values = []) => {
      // The second update, which adds the amount to an account.
      const arriving = sql.startsWith('update account') ? values[1] : undefined;
      if (arriving === faults.halfWay) throw new Error('Planned failure half-way');
      if (arriving === faults.commit) losesCommit = true;
      return tx.query(sql, values);
    },
    commit: async () => {
      if (losesCommit) throw new Error('Planned failure of the commit');
      await tx.commit();
    },
    rollback: () => tx.rollback(),
  };
}
