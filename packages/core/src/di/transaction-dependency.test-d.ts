import { expectTypeOf } from 'vitest';
import { type Dependency, Entrypoint, resource, transactionDependency } from '../index.js';
import type { TransactionExecutor } from '../types.js';

interface Tx {
  query(sql: string): Promise<void>;
}

interface Database {
  transaction<T>(callback: (tx: Tx) => Promise<T>, options?: { level: string }): Promise<T>;
}

const database = resource<Database>('database');

// The type of the transaction comes from the library, whether run is passed on or called.
const passed = transactionDependency({ db: database }, ({ db }, run) => db.transaction(run));
const called = transactionDependency({ db: database }, ({ db }, run) =>
  db.transaction(
    async (tx) => {
      await tx.query('set local role app');
      return run(tx);
    },
    { level: 'serializable' },
  ),
);
expectTypeOf(passed).toEqualTypeOf<Dependency<Tx>>();
expectTypeOf(called).toEqualTypeOf<Dependency<Tx>>();

new Entrypoint('/rpc').method('count', { args: { tx: passed } }, ({ tx }) => {
  expectTypeOf(tx).toEqualTypeOf<Tx>();
});

// The executor has the same transaction, whether its parameter has a type or not.
const executorOf = (tx: Pick<Tx, 'query'>): TransactionExecutor => ({
  executeSql: (sql) => tx.query(sql).then(() => ({ rows: [] })),
});
const withFunction = transactionDependency(
  { db: database },
  (args, begin) => args.db.transaction(begin),
  { executor: executorOf },
);
const withArrow = transactionDependency(
  { db: database },
  (args, begin) => args.db.transaction(begin),
  { executor: (tx) => executorOf(tx) },
);
expectTypeOf(withFunction).toEqualTypeOf<Dependency<Tx>>();
expectTypeOf(withArrow).toEqualTypeOf<Dependency<Tx>>();

// @ts-expect-error the promise of the library is not returned
transactionDependency({ db: database }, ({ db }, run) => {
  void db.transaction(run);
});
transactionDependency({ db: database }, ({ db }, run) =>
  // @ts-expect-error the library would not wait for the call
  db.transaction(async (tx) => {
    void run(tx);
  }),
);
