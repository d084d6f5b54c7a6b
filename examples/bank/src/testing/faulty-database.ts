import type { Database, Transaction } from '../database/database.js';

/** Transfers of these amounts fail, wherever they run. */
export interface Faults {
  /** After the first of the two balances was changed. */
  readonly halfWay: number;
  /** When all is done, at the commit. */
  readonly commit: number;
}

/** The database, but with transfers that are bound to fail. */
export function faultyDatabase(database: Database, faults: Faults): Database {
  return { ...database, begin: async () => faultyTransaction(await database.begin(), faults) };
}

function faultyTransaction(tx: Transaction, faults: Faults): Transaction {
  let losesCommit = false;
  return {
    query: async (sql, values = []) => {
      // Money that arrives; that it has left the other account stands in the database already.
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
